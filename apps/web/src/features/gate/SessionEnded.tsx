import { IconBan } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './banner/StatusBanner.module.css';
import { nameOf } from './line-name.ts';
import type { Line } from './queue/line.ts';

/** Shown where the session ended with check-ins or check-outs under way: lists the students who were not recorded. */
export function SessionEnded({ lost, onSignIn }: { lost: readonly Line[]; onSignIn: () => void }) {
  const { t } = useTranslation(['gate', 'ui']);
  return (
    <section className={classes.band} data-tone="refused" role="alert">
      <IconBan className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>{t('ui:errors.access')}</p>
        <p className={classes.text}>
          {t('ended.text')} {lost.length > 0 && `${t('ended.lost')} ${lost.map(nameOf).join(', ')}`}
        </p>
      </div>
      <button type="button" className={classes.action} onClick={onSignIn}>
        {t('ended.signIn')}
      </button>
    </section>
  );
}
