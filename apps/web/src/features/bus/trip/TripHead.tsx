import type { Trip } from '@mfuko/contract/bus-trips';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { latePart } from '../../../lib/late-part.ts';
import classes from '../../../school/desk/desk.module.css';
import { busName } from '../bus-name.ts';
import type { TripView } from './trip-view.ts';

const TripPapers = latePart(() => import('./PapersNote.tsx').then((all) => all.TripPapers));

/** State of a bus's trip: open, begun on this device, or closed, and the children whom a closed trip still has aboard. */
export function TripHead({ view: { open, begun, direction, left }, last }: { view: TripView; last: Trip | null }) {
  const { t } = useTranslation('trip');
  const way = t(`directions.${direction}`);
  const isOver = !begun && last?.closed;
  return (
    <div className={classes.main}>
      <div role="alert">
        {left.length > 0 && (
          <div className={classes.note} data-look="bad">
            <h2 className={classes.heading}>
              {t('left.title', { count: left.length, shown: formatCount(left.length) })}
            </h2>
            <p>{t('left.hint', { count: left.length })}</p>
          </div>
        )}
      </div>
      {open ? (
        <>
          <h2 className={classes.heading}>{`${busName(open)} · ${way}`}</h2>
          <p className={classes.dim}>
            {open.routeName ? `${open.routeName} · ` : ''}
            {t('openedAt', { at: formatDate(open.opened) })}
          </p>
          <TripPapers papers={open.papers} />
        </>
      ) : (
        <>
          {begun && (
            <p className={classes.note} data-look="waiting">
              {t('begun', { way })}
            </p>
          )}
          {isOver && (
            <p className={classes.note} data-look={left.length > 0 ? undefined : 'good'}>
              {t(last.closedBy ? 'closedBy' : 'closedAt', { at: formatDate(isOver), by: last.closedBy })}
            </p>
          )}
          {isOver && <TripPapers papers={last.papers} />}
        </>
      )}
    </div>
  );
}
