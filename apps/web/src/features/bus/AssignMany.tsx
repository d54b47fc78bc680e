import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { assignStop, getRouteStudents, getRoutes } from '@mfuko/contract/bus-routes';
import type { StudentRow } from '@mfuko/contract/students';
import { IconBus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import type { Sent } from '../../lib/request.ts';
import { useBulk } from '../../school/attempts/useBulk.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { busName } from './bus-name.ts';
import { type StopChoice, StopPicker } from './StopPicker.tsx';

interface AssignManyProps {
  readonly rows: readonly StudentRow[];
  /** Called with the students who may not be assigned. */
  readonly done: (left: readonly StudentRow[]) => void;
}

/** Assigns the selected students to one stop. */
export function AssignMany({ rows, done }: AssignManyProps) {
  const { t } = useTranslation('bus');
  const [asked, ask] = useState(false);
  const bulk = useBulk(assignStop, { refresh: [getRoutes, getRouteStudents] });
  const active = rows.filter(({ status }) => status === 'active');
  if (active.length === 0) return null;
  function assign(where: Where) {
    ask(false);
    void bulk
      .run(active, ({ sysid }) => ({ sysid, ...where }), {
        name: ({ names }) => names,
        done: (count) => t('assign.done', { count }),
      })
      .then(done);
  }
  return (
    <>
      <Button
        size="sm"
        variant="default"
        disabled={bulk.busy}
        leftSection={<IconBus size={18} aria-hidden />}
        onClick={() => ask(true)}
      >
        {t('assign.many')}
      </Button>
      {asked && <AssignDialog count={active.length} onAssign={assign} onClose={() => ask(false)} />}
    </>
  );
}

type Where = Omit<Sent<typeof assignStop>, 'sysid'>;

interface AssignDialogProps {
  readonly count: number;
  readonly onAssign: (where: Where) => void;
  readonly onClose: () => void;
}

function AssignDialog({ count, onAssign, onClose }: AssignDialogProps) {
  const { t } = useTranslation('bus');
  const { t: ui } = useTranslation('ui');
  const routes = useCall(getRoutes, { sort: 'name' }).data?.rows ?? [];
  const [routeSYSID, setRoute] = useState<string | null>(null);
  const [choice, setChoice] = useState<StopChoice>({ stop: null, direction: 'both' });
  const route = routes.find(({ sysid }) => sysid === routeSYSID);
  function submit() {
    const { stop, direction } = choice;
    if (route && stop !== null) onAssign({ routeSYSID: route.sysid, stop, direction });
  }
  return (
    <TitledModal onClose={onClose} title={t('assign.ask', { count })}>
      <Stack gap="md">
        <Select
          label={t('trip.route')}
          data={routes.map((one) => ({ value: one.sysid, label: `${one.name} · ${busName(one)}` }))}
          value={routeSYSID}
          onChange={(value) => {
            setRoute(value);
            setChoice({ ...choice, stop: null });
          }}
          nothingFoundMessage={t('routes.empty')}
          data-autofocus
          required
        />
        {route && <StopPicker stops={route.stops} choice={choice} onChoice={setChoice} />}
        <Text size="sm" c="dimmed">
          {t('assign.hint')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button disabled={!route || choice.stop === null} onClick={submit}>
            {t('assign.act')}
          </Button>
        </Group>
      </Stack>
    </TitledModal>
  );
}
