import type { OfflineOutcome } from '@mfuko/contract/offline';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { LateRides } from '../LateRides.tsx';

interface UnfitProps {
  readonly outcomes: readonly OfflineOutcome[];
  readonly onRead: () => void;
}

/** Offline rides that the server refused or that contradict its records, shown until a user has read them, on this page or a later one. */
export function Unfit({ outcomes, onRead }: UnfitProps) {
  const { t } = useTranslation('trip');
  if (outcomes.length === 0) return null;
  return (
    <section className={classes.note} data-look="bad" aria-label={t('news.title', { count: outcomes.length })}>
      <strong>{t('news.title', { count: outcomes.length })}</strong>
      <LateRides outcomes={outcomes} />
      <button type="button" className={classes.press} onClick={onRead}>
        {t('news.read')}
      </button>
    </section>
  );
}
