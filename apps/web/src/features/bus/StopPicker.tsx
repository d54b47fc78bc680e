import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Select, Stack } from '@mantine/core';
import type { RouteStop } from '@mfuko/contract/bus-routes';
import { useTranslation } from '../../lib/i18n.ts';

export type Way = 'both' | 'toSchool' | 'home';
export interface StopChoice {
  readonly stop: string | null;
  readonly direction: Way;
}

interface StopPickerProps {
  readonly stops: readonly RouteStop[];
  readonly choice: StopChoice;
  readonly onChoice: (choice: StopChoice) => void;
}

/** Picks a stop of a route, and the direction. */
export function StopPicker({ stops, choice, onChoice }: StopPickerProps) {
  const { t } = useTranslation('bus');
  const times = ({ toSchool, home }: RouteStop) => [toSchool, home].filter(Boolean).join(' / ');
  return (
    <Stack gap="sm">
      <Select
        label={t('assign.stop')}
        data={stops.map((stop) => ({
          value: stop.name,
          label: times(stop) ? `${stop.name} (${times(stop)})` : stop.name,
        }))}
        value={choice.stop}
        onChange={(stop) => onChoice({ ...choice, stop })}
        required
      />
      <SegmentedControl
        aria-label={t('trip.direction')}
        value={choice.direction}
        onChange={(direction) => onChoice({ ...choice, direction: direction as Way })}
        data={[
          { value: 'both', label: t('assign.both') },
          { value: 'toSchool', label: t('trip.directions.toSchool') },
          { value: 'home', label: t('trip.directions.home') },
        ]}
      />
    </Stack>
  );
}
