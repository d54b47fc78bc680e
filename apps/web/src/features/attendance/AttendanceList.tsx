import { Button } from '@mantine/core';
import {
  ATTENDANCE_STATES,
  type AttendanceRow,
  type AttendanceState,
  attendanceFigures,
  attendanceRegister,
  getAttendance,
  withdrawExcuse,
} from '@mfuko/contract/attendance';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatDate, NOTHING } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { ExcuseDialog } from './ExcuseDialog.tsx';

const HERE = '/app/check.attendance';
const FIRST = <FirstStep to="/app/student.upload" screen="studentUpload" />;

const COLOURS: Readonly<Record<AttendanceState, 'gray' | 'green' | 'red' | 'blue' | 'yellow'>> = {
  present: 'green',
  late: 'yellow',
  absent: 'red',
  excused: 'blue',
  awaited: 'gray',
  'no-school': 'gray',
  unknown: 'gray',
};

/** List of a day's students by attendance; an absence can be excused in its row. */
export function AttendanceList({ day }: { readonly day: string | undefined }) {
  const { t } = useTranslation('attendance');
  const navigate = useNavigate();
  const classOptions = useClassOptions();
  const [excused, setExcused] = useState<AttendanceRow>();
  const columns = useColumns();
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      { field: 'classSYSID', label: t('anyClass'), options: classOptions },
      {
        field: 'state',
        label: t('anyState'),
        options: ATTENDANCE_STATES.slice(0, 5).map((value) => ({ value, label: t(`states.${value}`) })),
      },
    ],
    [t, classOptions],
  );
  return (
    <>
      <DataList
        at={HERE}
        name={t('title')}
        endpoint={getAttendance}
        input={day === undefined ? {} : { day }}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('search')}
        empty={{ title: t('empty'), message: t('emptyHint'), action: FIRST }}
        onOpen={({ admissionNumber }) => void navigate({ to: '/app/student.details', search: { admissionNumber } })}
        actions={(row) =>
          day !== undefined &&
          (row.excuse ? (
            <Withdraw row={row} day={day} />
          ) : row.state === 'absent' || row.state === 'late' || row.state === 'awaited' ? (
            <Button
              size="compact-md"
              variant="subtle"
              aria-label={t('excuse.actOf', { names: row.names })}
              onClick={() => setExcused(row)}
            >
              {t('excuse.act')}
            </Button>
          ) : null)
        }
      />
      {day !== undefined && <ExcuseDialog row={excused} day={day} onClose={() => setExcused(undefined)} />}
    </>
  );
}

function useColumns(): Column<AttendanceRow>[] {
  const { t } = useTranslation('attendance');
  return useMemo<Column<AttendanceRow>[]>(() => {
    const why = ({ excuse, onLeave, bus, state, arrived }: AttendanceRow) => {
      if (excuse) return [t(`reasons.${excuse.reason}`), excuse.note].filter(Boolean).join(': ');
      if (bus) return t(`bus.${bus}`);
      if (state === 'present' && arrived === null) return t('overnight');
      return onLeave ? t('onLeave') : null;
    };
    return [
      { field: 'names', title: t('fields.names'), value: (row) => row.names, sortable: true },
      { field: 'admissionNumber', title: t('fields.number'), value: (row) => row.admissionNumber, sortable: true },
      { field: 'className', title: t('fields.className'), value: (row) => row.className, sortable: true },
      {
        field: 'state',
        title: t('fields.state'),
        value: (row) => t(`states.${row.state}`),
        render: (row) => <Tag color={COLOURS[row.state]}>{t(`states.${row.state}`)}</Tag>,
        sortable: true,
      },
      {
        field: 'arrived',
        title: t('fields.arrived'),
        value: (row) => row.arrived,
        kind: 'date',
        render: (row) => timeOf(row.arrived),
        sortable: true,
      },
      { field: 'why', title: t('fields.why'), value: why },
      {
        field: 'told',
        title: t('fields.told'),
        value: ({ told }) => told && t('toldCount', { count: told.phones, at: timeOf(told.date) }),
      },
      { field: 'lastOut', title: t('fields.lastOut'), value: (row) => row.lastOut, kind: 'date', hidden: true },
    ];
  }, [t]);
}

/** Shows the time only, since the list is of one day. */
const timeOf = (moment: string | null) => (moment === null ? NOTHING : formatDate(moment).slice(-5));

function Withdraw({ row: { sysid, names }, day }: { readonly row: AttendanceRow; readonly day: string }) {
  const { t } = useTranslation('attendance');
  const withdraw = useRecord(withdrawExcuse, {
    refresh: [getAttendance, attendanceFigures, attendanceRegister],
    onDone: () => showDone(t('excuse.withdrawn', { names })),
    onError: showError,
  });
  return (
    <Button
      size="compact-md"
      variant="subtle"
      loading={withdraw.isPending}
      aria-label={t('excuse.withdrawOf', { names })}
      onClick={() => withdraw.mutate({ studentSYSID: sysid, day })}
    >
      {t('excuse.withdraw')}
    </Button>
  );
}
