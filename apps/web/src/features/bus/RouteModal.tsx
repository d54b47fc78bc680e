import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type BusRide, busLatest } from '@mfuko/contract/bus';
import { IconMapPinQuestion } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Facts } from '../../ui/Facts.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { When } from '../../ui/When.tsx';
import { busName } from './bus-name.ts';
import classes from './Route.module.css';
import { useWay } from './way.ts';

// Lazy chunk: Leaflet is needed for the map only.
const RouteMap = latePart(() => import('./RouteMap.tsx').then((it) => it.RouteMap), <Skeleton height={500} />);

/** Ride of the student whose number is in the address, as text and on a map. */
export function RouteModal({ admissionNumber, onClose }: { admissionNumber: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('bus');
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false;
  // No call returns a single ride. The list is searched instead: shorter numbers sort first, so an exact match is on the first page.
  const found = useCall(
    busLatest,
    { search: admissionNumber, sort: 'admissionNumber', page: 1, pageSize: 500 },
    { enabled: admissionNumber !== undefined },
  );
  const ride = found.data?.rows.find(({ student }) => student.admissionNumber === admissionNumber);
  return (
    <TitledModal
      opened={admissionNumber !== undefined}
      onClose={onClose}
      title={ride ? `${ride.student.admissionNumber} · ${ride.student.names}` : t('route.title')}
      size="70rem"
      fullScreen={narrow}
    >
      {ride ? (
        <Route ride={ride} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data && !found.isFetching ? (
        <Notice Icon={IconMapPinQuestion} title={t('route.unknown')} />
      ) : (
        <Skeleton height={500} />
      )}
    </TitledModal>
  );
}

function Route({ ride }: { ride: BusRide }) {
  const { t } = useTranslation('bus');
  const { start, end } = ride;
  const way = useWay(start, end);
  return (
    <div className={classes.route}>
      <div>
        <Facts
          facts={[
            [t('route.class'), ride.class.className],
            [t('route.bus'), busName(ride)],
            [t('route.start'), <Stop key="start" place={start} moment={ride.startDate} none={t('route.noPlace')} />],
            [
              t('route.end'),
              <Stop
                key="end"
                place={end}
                moment={ride.endDate}
                none={ride.aboard ? t('route.aboard') : t('route.noPlace')}
              />,
            ],
            [t('route.way'), <span key="way">{useWayText(way)}</span>],
          ]}
        />
      </div>
      <RouteMap start={start} end={end} line={way.line} driven={way.kind === 'driven'} />
    </div>
  );
}

function Stop({ place, moment, none }: { place: BusRide['start']; moment: string | null; none: string }) {
  return (
    <>
      {place ? `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}` : none}
      {moment && (
        <>
          <br />
          <When moment={moment} />
        </>
      )}
    </>
  );
}

function useWayText(way: ReturnType<typeof useWay>): string {
  const { t } = useTranslation('bus');
  const km = (way.metres / 1000).toFixed(1);
  if (way.kind === 'none') return t('way.none');
  if (way.kind === 'driven') return t('way.driven', { km, minutes: Math.max(1, Math.round(way.seconds / 60)) });
  return t(`way.${way.kind}`, { km });
}
