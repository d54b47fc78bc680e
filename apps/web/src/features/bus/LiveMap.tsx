import { Skeleton } from '@mantine/core';
import { POSITION_STALE_MINUTES } from '@mfuko/contract/bus-positions';
import { runningTrips } from '@mfuko/contract/bus-trips';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { serverNow } from './position-age.ts';
import classes from './Route.module.css';

// Leaflet is fetched once there is a bus to show.
const BusesMap = lazy(() => import('./BusesMap.tsx').then(({ BusesMap }) => ({ default: BusesMap })));

/** All buses on open trips on one map, whatever page the list below is on; nothing until a device has told where it is. */
export function LiveMap() {
  const { t } = useTranslation('bus');
  const trips = useCall(runningTrips, {}).data?.rows ?? [];
  if (trips.every(({ position }) => position === null)) return null;
  return (
    <div className={classes.live}>
      <Suspense fallback={<Skeleton height={360} />}>
        <BusesMap trips={trips} now={serverNow()} />
      </Suspense>
      <p>{t('positions.hint', { minutes: POSITION_STALE_MINUTES })}</p>
    </div>
  );
}
