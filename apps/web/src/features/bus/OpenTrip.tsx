import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { getRoutes, type TripDirection } from '@mfuko/contract/bus-routes';
import { getTrip, openTrip } from '@mfuko/contract/bus-trips';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { keyOf } from './bus-name.ts';

const NOON = 12;

/** Opens a trip of a bus that has none under way. */
export function OpenTrip({ plate }: { plate: string }) {
  const { t } = useTranslation('bus');
  const [direction, setDirection] = useState<TripDirection>(() => (new Date().getHours() < NOON ? 'toSchool' : 'home'));
  const [routeSYSID, setRoute] = useState<string | null>(null);
  const routes = useCall(getRoutes, { sort: 'name' }).data?.rows ?? [];
  const mine = routes.filter(({ busNumberPlate }) => keyOf(busNumberPlate) === keyOf(plate));
  const open = useRecord(openTrip, {
    refresh: [getTrip],
    onDone: () => showDone(t('trip.opened')),
    onError: showError,
  });
  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t('trip.direction')}
        value={direction}
        onChange={(way) => setDirection(way as TripDirection)}
        data={[
          { value: 'toSchool', label: t('trip.directions.toSchool') },
          { value: 'home', label: t('trip.directions.home') },
        ]}
      />
      {mine.length > 1 && (
        <Select
          label={t('trip.route')}
          placeholder={t('trip.allRoutes')}
          data={mine.map(({ sysid, name }) => ({ value: sysid, label: name }))}
          value={routeSYSID}
          onChange={setRoute}
          clearable
        />
      )}
      <Group>
        <Button
          size="lg"
          fullWidth
          loading={open.isPending}
          onClick={() => open.mutate({ busNumberPlate: plate, direction, routeSYSID })}
        >
          {t('trip.open')}
        </Button>
      </Group>
    </>
  );
}
