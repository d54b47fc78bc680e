import { Button, Select, TextInput } from '@mantine/core';
import { getBuses } from '@mfuko/contract/bus';
import {
  createRoute,
  getRoute,
  getRouteStudents,
  getRoutes,
  type RouteRow,
  updateRoute,
} from '@mfuko/contract/bus-routes';
import { getTrip } from '@mfuko/contract/bus-trips';
import { useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { busName } from './bus-name.ts';
import { StopFields, type TypedStop } from './StopFields.tsx';

interface Values extends Record<string, unknown> {
  name: string;
  busSYSID: string;
  stops: TypedStop[];
}

/** Form for a new route, or for the name, bus or stops of an existing one. */
export function RouteForm({ route, onDone }: { route: RouteRow | null; onDone: () => void }) {
  const { t } = useTranslation('bus');
  const buses = useCall(getBuses, { sort: 'label' }).data?.rows ?? [];
  const form = useContractForm<Values>(createRoute, valuesOf(route));
  /** Names of the stops in the version shown last, after a conflict with another user's change. */
  const known = useRef<ReadonlySet<string>>(undefined);
  const options = {
    refresh: [getRoutes, getRoute, getRouteStudents, getTrip],
    onDone: () => {
      draft.drop();
      showDone(t(route ? 'routes.changed' : 'routes.added'));
      onDone();
    },
    onError: (error: unknown) =>
      conflict.caught(error) ||
      showRefusal(form, error, { 'bus.route-duplicate': 'name', 'bus.not-found': 'busSYSID' }),
  };
  const create = useRecord(createRoute, options);
  const update = useRecord(updateRoute, options);
  const labels = {
    name: t('routes.name'),
    busSYSID: t('routes.bus'),
    ...Object.fromEntries(
      form.values.stops.flatMap((stop, place) =>
        (['name', 'lat', 'long', 'toSchool', 'home'] as const).map((part) => [
          `stops.${place}.${part}`,
          `${stop.name || place + 1}: ${t(`routes.stop.${part}`)}`,
        ]),
      ),
    ),
  };
  const conflict = useConflict<Values, RouteRow>({
    form,
    updated: route?.updated ?? '',
    labels: { name: t('routes.name'), busSYSID: t('routes.bus'), stops: t('routes.stops') },
    valuesOf,
    show: (field, value) => {
      if (field === 'stops') return (value as TypedStop[]).map(stopInWords).join(' · ');
      const bus = field === 'busSYSID' && buses.find(({ sysid }) => sysid === value);
      return bus ? busName(bus) : String(value).trim();
    },
    // The server matches stops by their recorded names, so the names of the overwritten version are needed.
    save: (values, updated, present) => {
      known.current = new Set(present.stops.map(({ name }) => name));
      send(values, updated);
    },
  });
  const draft = useEditDraft(form, {
    kind: 'route',
    record: { sysid: route?.sysid ?? 'new', updated: conflict.updated },
  });
  function send({ name, busSYSID, stops }: Values, updated: string) {
    const sent = stops.map(({ key: _, was, ...stop }) => ({
      ...stop,
      ...(was === undefined || known.current?.has(was) === false ? {} : { was }),
    }));
    if (route) update.mutate({ sysid: route.sysid, name, busSYSID, stops: sent, updated });
    else create.mutate({ name, busSYSID, stops: sent });
  }
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => send(values, conflict.updated)}
      buttons={
        <Button type="submit" loading={create.isPending || update.isPending}>
          {t(route ? 'buses.save' : 'routes.add')}
        </Button>
      }
    >
      {draft.note}
      <TextInput
        {...form.getInputProps('name')}
        label={labels.name}
        description={t('routes.nameHint')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        required
      />
      <Select
        {...form.getInputProps('busSYSID')}
        label={labels.busSYSID}
        data={buses.map((bus) => ({ value: bus.sysid, label: busName(bus) }))}
        searchable
        required
      />
      <StopFields form={form} onStops={(stops) => form.setFieldValue('stops', stops)} />
      {conflict.dialog}
    </FormColumn>
  );
}

function valuesOf(route: RouteRow | null): Values {
  return {
    name: route?.name ?? '',
    busSYSID: route?.busSYSID ?? '',
    stops: (route?.stops ?? []).map(typedOf),
  };
}

function stopInWords({ name, lat, long, toSchool, home }: TypedStop): string {
  return [name, [lat, long].filter(Boolean).join(' '), [toSchool, home].filter(Boolean).join(' – ')]
    .filter(Boolean)
    .join(', ');
}

function typedOf({ name, lat, long, toSchool, home }: RouteRow['stops'][number]): TypedStop {
  return {
    ...{ key: name, was: name, name, toSchool: toSchool ?? '', home: home ?? '' },
    ...{ lat: lat === null ? '' : String(lat), long: long === null ? '' : String(long) },
  };
}
