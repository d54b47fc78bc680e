import { Group, Skeleton, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getTrip } from '@mfuko/contract/bus-trips';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, describe } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { OpenTrip } from './OpenTrip.tsx';
import { PlateField } from './PlateField.tsx';
import { TripLists } from './TripLists.tsx';

/** A plate is typed before it is asked for. */
const TYPED_MS = 400;
/** Others get on and off meanwhile, at another door. */
const AGAIN_MS = 15_000;

/** The attendant's trip: who is expected, aboard, dropped and missing, each by name, and its closing. */
export function TripPage() {
  const { t } = useTranslation('bus');
  const [plate, setPlate] = useDraftState('bus.plate', '');
  const [asked] = useDebouncedValue(plate.trim(), TYPED_MS);
  const trip = useCall(
    getTrip,
    { busNumberPlate: asked },
    { enabled: asked !== '', refetchInterval: AGAIN_MS, staleTime: 0 },
  );
  const problem = trip.error instanceof CallError ? trip.error.problem : null;
  const none = problem === 'bus.trip-not-found';
  return (
    <>
      <PageHeader title={t('trip.title')} subtitle={t('trip.hint')} />
      <OfflineNotice />
      <Stack gap="md" maw={720}>
        <PlateField
          plate={plate}
          onPlate={(text) => setPlate(() => text)}
          error={problem === 'bus.not-found' ? describe(trip.error).message : null}
        />
        <Group gap="md">
          <LinkAnchor to="/app/school.bus.enter">{t('finger.on.title')}</LinkAnchor>
          <LinkAnchor to="/app/school.bus.exit">{t('finger.off.title')}</LinkAnchor>
          <LinkAnchor to="/app/school.bus.kids">{t('rollCall.title')}</LinkAnchor>
        </Group>
        {asked === '' || problem === 'bus.not-found' ? null : none || trip.data?.closed ? (
          <OpenTrip key={asked} plate={asked} />
        ) : null}
        {none || problem === 'bus.not-found' ? null : trip.data ? (
          <TripLists trip={trip.data} seenAt={trip.isError ? trip.dataUpdatedAt : null} />
        ) : trip.isError ? (
          <ErrorState error={trip.error} onRetry={() => void trip.refetch()} />
        ) : asked !== '' ? (
          <Skeleton height={200} />
        ) : null}
      </Stack>
    </>
  );
}
