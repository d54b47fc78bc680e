import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconMapPin, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { askLocation } from '../../lib/location.ts';
import { showError } from '../../ui/notify.tsx';

/** Stop as typed. `was`: the name under which the server knows it. */
export interface TypedStop {
  readonly key: string;
  readonly was?: string;
  name: string;
  lat: string;
  long: string;
  toSchool: string;
  home: string;
}

interface HasStops extends Record<string, unknown> {
  stops: TypedStop[];
}

interface StopFieldsProps<Values extends HasStops> {
  readonly form: UseFormReturnType<Values>;
  readonly onStops: (stops: TypedStop[]) => void;
}

/** Fields for a route's stops in order: name, times and position, which the device can fill in on the spot. */
export function StopFields<Values extends HasStops>({ form, onStops }: StopFieldsProps<Values>) {
  const { t } = useTranslation('bus');
  const { stops } = form.values;
  const set = (after: TypedStop[]) => {
    form.clearErrors();
    onStops(after);
  };
  const swap = (place: number, other: number) =>
    set(stops.map((stop, index) => (index === place ? stops[other] : index === other ? stops[place] : stop) ?? stop));
  const add = () => set([...stops, { key: crypto.randomUUID(), name: '', lat: '', long: '', toSchool: '', home: '' }]);
  const put = (place: number, more: Partial<TypedStop>) =>
    set(stops.map((stop, index) => (index === place ? { ...stop, ...more } : stop)));
  return (
    <Stack gap="md">
      {stops.map((stop, place) => (
        <Fieldset key={stop.key} legend={t('routes.stop.legend', { number: place + 1 })}>
          <Stack gap="sm">
            <TextInput
              {...form.getInputProps(`stops.${place}.name`)}
              label={t('routes.stop.name')}
              maxLength={60}
              autoComplete="off"
              required
            />
            <SimpleGrid cols={2} spacing="sm">
              <TextInput
                {...form.getInputProps(`stops.${place}.toSchool`)}
                type="time"
                label={t('routes.stop.toSchool')}
              />
              <TextInput {...form.getInputProps(`stops.${place}.home`)} type="time" label={t('routes.stop.home')} />
              <TextInput
                {...form.getInputProps(`stops.${place}.lat`)}
                label={t('routes.stop.lat')}
                autoComplete="off"
              />
              <TextInput
                {...form.getInputProps(`stops.${place}.long`)}
                label={t('routes.stop.long')}
                autoComplete="off"
              />
            </SimpleGrid>
            <Group gap="xs" justify="space-between">
              <Here label={stop.name || String(place + 1)} onPlace={(where) => put(place, where)} />
              <Group gap="xs">
                <Act
                  Icon={IconArrowUp}
                  label={t('routes.stop.up', { number: place + 1 })}
                  disabled={place === 0}
                  onClick={() => swap(place, place - 1)}
                />
                <Act
                  Icon={IconArrowDown}
                  label={t('routes.stop.down', { number: place + 1 })}
                  disabled={place === stops.length - 1}
                  onClick={() => swap(place, place + 1)}
                />
                <Act
                  Icon={IconTrash}
                  label={t('routes.stop.remove', { number: place + 1 })}
                  onClick={() => set(stops.filter((_, index) => index !== place))}
                />
              </Group>
            </Group>
          </Stack>
        </Fieldset>
      ))}
      <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
        {t('routes.stop.add')}
      </Button>
    </Stack>
  );
}

interface ActProps {
  readonly Icon: typeof IconTrash;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Act({ Icon, label, disabled, onClick }: ActProps) {
  return (
    <ActionIcon variant="default" size={40} aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}

/** Button that fills in the device's own position. */
function Here({ label, onPlace }: { label: string; onPlace: (where: { lat: string; long: string }) => void }) {
  const { t } = useTranslation('bus');
  const [busy, setBusy] = useState(false);
  async function take() {
    setBusy(true);
    try {
      const { latitude, longitude } = await askLocation();
      onPlace({ lat: latitude.toFixed(5), long: longitude.toFixed(5) });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="subtle"
      size="compact-md"
      loading={busy}
      leftSection={<IconMapPin size={18} aria-hidden />}
      aria-label={t('routes.stop.hereOf', { name: label })}
      onClick={() => void take()}
    >
      {t('routes.stop.here')}
    </Button>
  );
}
