import type { Trip } from '@mfuko/contract/bus-trips';
import { dayOf, formatCount, formatDay } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { papersDue, permitOf } from '../papers-of.ts';
import type { KnownBus } from './useBuses.ts';

export interface PapersNoteProps {
  readonly bus: KnownBus | undefined;
  readonly away: boolean;
  /** True where an office user, who can grant the permit, is signed in. */
  readonly isStaff: boolean;
  /** Fetches the papers again. */
  readonly onAgain: () => void;
}

/** State of a bus's papers before its trip, as this device saw them last: expired, permitted for today, or expiring soon. */
export function PapersNote({ bus, away, isStaff, onAgain }: PapersNoteProps) {
  const { t } = useTranslation('trip');
  const today = dayOf(Date.now());
  const due = bus ? papersDue(bus, today) : [];
  if (!bus || due.length === 0) return null;
  const isOver = due.some(({ days }) => days < 0);
  const permit = permitOf(bus, today);
  return (
    <div role="status">
      <div className={classes.note} data-look={isOver && !permit ? 'bad' : 'waiting'}>
        {due.map(({ paper, until, days }) => (
          <p key={paper}>
            <strong>
              {days < 0
                ? t(`papers.over.${paper}`, { until: formatDay(until) })
                : t(`papers.soon.${paper}`, { until: formatDay(until), count: days, shown: formatCount(days) })}
            </strong>
          </p>
        ))}
        {isOver && <p>{permit ? t('papers.permitted', permit) : t(away ? 'papers.away' : 'papers.stopped')}</p>}
        {isOver && !permit && !away && (
          <div className={classes.form}>
            {isStaff && bus.sysid && <a href={`/app/school.bus.view?edit=${bus.sysid}`}>{t('papers.permit')}</a>}
            <button type="button" className={classes.press} onClick={onAgain}>
              {t('papers.again')}
            </button>
          </div>
        )}
      </div>
    </div>
  );
}

/** Papers that had expired when a trip opened, with the permit. */
export function TripPapers({ papers }: { papers: Trip['papers'] | undefined }) {
  const { t } = useTranslation('trip');
  if (!papers) return null;
  const { over, permittedBy, reason } = papers;
  return (
    <p className={classes.note} data-look={permittedBy ? 'waiting' : 'bad'}>
      <strong>{over.map((paper) => t(`papers.wasOver.${paper}`)).join(' ')}</strong>{' '}
      {permittedBy ? t('papers.permitted', { by: permittedBy, reason }) : t('papers.unpermitted')}
      {!permittedBy && reason && ` ${t('papers.reason', { reason })}`}
    </p>
  );
}
