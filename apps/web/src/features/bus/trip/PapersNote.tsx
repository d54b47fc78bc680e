import type { Trip } from '@mfuko/contract/bus-trips';
import { dayOf, formatCount, formatDay } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { papersDue, permitOf } from '../papers-of.ts';
import type { KnownBus } from './useBuses.ts';

export interface PapersNoteProps {
  readonly bus: KnownBus | undefined;
  readonly away: boolean;
  /** Somebody of the office is signed in, who can let the bus run. */
  readonly isStaff: boolean;
  /** Asks the server for the papers once more. */
  readonly onAgain: () => void;
}

/** Papers of a bus before its trip, by what this device saw last: over, let run today, or soon over. */
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

/** Papers that were over when a trip opened, and by whose word it set out. */
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
