import type { AttendanceState, Register, RegisterRow } from '@mfuko/contract/attendance';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { Column } from '../../ui/list-columns.ts';

/** States that are summed up at the end of a row. */
export const TOTALS = ['present', 'late', 'absent', 'excused'] as const;

/** Returns the number of days in each of these states. */
export function totalsOf({ states }: RegisterRow): (readonly [AttendanceState, number])[] {
  return TOTALS.map((state) => [state, states.filter((each) => each === state).length] as const);
}

/** Returns the mark of a state as in a paper register; empty for a day that is not over. */
export function useMark(): (state: AttendanceState | undefined) => string {
  const { t } = useTranslation('attendance');
  return useCallback(
    (state = 'unknown') => (state === 'unknown' || state === 'awaited' ? '' : t(`register.marks.${state}`)),
    [t],
  );
}

/** Columns of the register as a spreadsheet: the student, a mark for each day, and the totals. */
export function useRegisterColumns({ days }: Register): Column<RegisterRow>[] {
  const { t } = useTranslation('attendance');
  const mark = useMark();
  return useMemo<Column<RegisterRow>[]>(
    () => [
      { field: 'admissionNumber', title: t('fields.number'), value: (row) => row.admissionNumber },
      { field: 'names', title: t('fields.names'), value: (row) => row.names },
      ...days.map((day, place) => ({
        field: day,
        title: String(Number(day.slice(8))),
        value: (row: RegisterRow) => mark(row.states[place]),
      })),
      ...TOTALS.map((state, place) => ({
        field: state,
        title: t(`states.${state}`),
        value: (row: RegisterRow) => totalsOf(row)[place]?.[1] ?? 0,
        kind: 'count' as const,
      })),
    ],
    [t, mark, days],
  );
}
