import type { OfflineOutcome } from '@mfuko/contract/offline';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { whyOf } from '../why-of.ts';

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
      <ul>
        {outcomes.map((outcome) => {
          const { key, admissionNumber, studentName, status, trip } = outcome;
          return (
            <li key={key}>
              <strong>{[admissionNumber, studentName].filter(Boolean).join(' ')}</strong>{' '}
              {t(status === 'refused' ? 'news.refused' : 'news.recorded')} · {t(`news.why.${whyOf(outcome)}`)}
              {trip && ` · ${t('news.closed', { at: formatDate(trip.closed), by: trip.closedBy })}`}
            </li>
          );
        })}
      </ul>
      <button type="button" className={classes.press} onClick={onRead}>
        {t('news.read')}
      </button>
    </section>
  );
}
