import { Skeleton } from '@mantine/core';
import { POSITION_STALE_MINUTES } from '@mfuko/contract/bus-positions';
import { runningTrips } from '@mfuko/contract/bus-trips';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { latePart } from '../../ui/late-part.tsx';
import { serverNow } from './position-age.ts';
import classes from './Route.module.css';

// Lazy chunk: Leaflet is fetched once there is a bus to show.
const BusesMap = latePart(() => import('./BusesMap.tsx').then((it) => it.BusesMap), <Skeleton height={360} />);

/** Map of all buses on open trips, independent of the list's page; renders nothing until a device has reported a position. */
export function LiveMap() {
  const { t } = useTranslation('bus');
  const trips = useCall(runningTrips, {}).data?.rows ?? [];
  if (trips.every(({ position }) => position === null)) return null;
  return (
    <div className={classes.live}>
      <BusesMap trips={trips} now={serverNow()} />
      <p>{t('positions.hint', { minutes: POSITION_STALE_MINUTES })}</p>
    </div>
  );
}
