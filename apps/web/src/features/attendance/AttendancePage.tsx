import { SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import '@mantine/core/styles/SegmentedControl.css';
import { useTranslation } from '../../lib/i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AttendanceOfDay } from './AttendanceOfDay.tsx';
import { DaysOff } from './DaysOff.tsx';
import { RegisterOfMonth } from './RegisterOfMonth.tsx';

const HERE = '/app/check.attendance';
const PARTS = ['day', 'register', 'off'] as const;
type Part = (typeof PARTS)[number];

/** Attendance of the school: the lists of one day, the register of a month, and the days without school. */
export function AttendancePage() {
  const { t } = useTranslation('attendance');
  const { part = 'day', classSYSID } = useSearch({ from: HERE });
  const navigate = useNavigate();
  // The filters are reset, since the parts' parameters share their names; the class stays.
  const show = (next: Part) =>
    void navigate({ to: HERE, resetScroll: false, search: { part: next, ...(classSYSID && { classSYSID }) } });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Stack gap="md">
        <SegmentedControl
          value={part}
          onChange={(next) => show(next as Part)}
          data={PARTS.map((value) => ({ value, label: t(`parts.${value}`) }))}
          aria-label={t('parts.label')}
        />
        {part === 'register' ? <RegisterOfMonth /> : part === 'off' ? <DaysOff /> : <AttendanceOfDay />}
      </Stack>
    </>
  );
}
