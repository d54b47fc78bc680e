import { Checkbox, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import type { UseFormReturnType } from '@mantine/form';
import type { SchoolSettings } from '@mfuko/contract/schools';
import { useTranslation } from '../../lib/i18n.ts';

export const ATTENDANCE_TIMES = ['lateFrom', 'absentFrom'] as const;
export const ATTENDANCE_SWITCHES = ['dailyCheckIn', 'tellAbsent', 'tellLate', 'tellOverdueExeats'] as const;
const WEEK = ['1', '2', '3', '4', '5', '6', '7'] as const;

export interface AttendanceValues extends Record<string, unknown> {
  lateFrom: string;
  absentFrom: string;
  /** School days as text, since a group of checkboxes holds text. */
  schoolDays: string[];
  dailyCheckIn: boolean;
  tellAbsent: boolean;
  tellLate: boolean;
  tellOverdueExeats: boolean;
}

export function attendanceValues(settings: SchoolSettings): AttendanceValues {
  const { dailyCheckIn, tellAbsent, tellLate, tellOverdueExeats } = settings;
  return {
    lateFrom: settings.lateFrom ?? '',
    absentFrom: settings.absentFrom ?? '',
    schoolDays: settings.schoolDays.map(String),
    ...{ dailyCheckIn, tellAbsent, tellLate, tellOverdueExeats },
  };
}

/** Rules of attendance: from when a student is late or absent, on which days, and when guardians are notified. */
export function AttendanceRules<Values extends AttendanceValues>({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('schools');
  return (
    <Fieldset legend={t('rules.attendance.title')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          {ATTENDANCE_TIMES.map((name) => (
            <TextInput
              key={name}
              {...form.getInputProps(name)}
              type="time"
              label={t(`rules.attendance.${name}`)}
              description={t(`rules.attendance.hints.${name}`)}
            />
          ))}
        </SimpleGrid>
        <Checkbox.Group {...form.getInputProps('schoolDays')} label={t('rules.attendance.schoolDays')}>
          <Group gap="md" mt="xs">
            {WEEK.map((day) => (
              <Checkbox key={day} value={day} label={t(`rules.attendance.week.${day}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        {ATTENDANCE_SWITCHES.map((name) => (
          <Checkbox
            key={name}
            {...form.getInputProps(name, { type: 'checkbox' })}
            label={t(`rules.attendance.${name}`)}
            description={t(`rules.attendance.hints.${name}`)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
