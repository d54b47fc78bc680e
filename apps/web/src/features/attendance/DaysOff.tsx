import { Button, Group } from '@mantine/core';
import {
  attendanceFigures,
  attendanceRegister,
  type DayOff,
  getAttendance,
  getDaysOff,
  removeDayOff,
} from '@mfuko/contract/attendance';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { DaysOffDialog } from './DaysOffDialog.tsx';

/** Days without school that the office has named. */
export function DaysOff() {
  const { t } = useTranslation('attendance');
  const [naming, setNaming] = useState(false);
  const [removed, setRemoved] = useState<DayOff>();
  const remove = useRecord(removeDayOff, {
    refresh: [getDaysOff, attendanceFigures, getAttendance, attendanceRegister],
    onDone: () => removed && showDone(t('off.removed', { day: formatDay(removed.day) })),
    onError: showError,
  });
  const columns = useMemo<Column<DayOff>[]>(
    () => [
      { field: 'day', title: t('fields.day'), value: (row) => formatDay(row.day), sortable: true },
      { field: 'reason', title: t('fields.reason'), value: (row) => row.reason, sortable: true },
      { field: 'setBy', title: t('fields.setBy'), value: (row) => row.setBy },
      { field: 'date', title: t('fields.date'), value: (row) => row.date, kind: 'date', hidden: true },
    ],
    [t],
  );
  const name = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNaming(true)}>
      {t('off.act')}
    </Button>
  );
  return (
    <>
      <Group justify="flex-end">{name}</Group>
      <DataList
        at="/app/check.attendance"
        name={t('off.title')}
        endpoint={getDaysOff}
        columns={columns}
        defaultSort="-day"
        rowId={(row) => row.day}
        searchLabel={t('off.search')}
        empty={{ title: t('off.empty'), message: t('off.emptyHint') }}
        actions={(row) => <RowActions name={formatDay(row.day)} onDelete={() => setRemoved(row)} />}
      />
      <DaysOffDialog opened={naming} onClose={() => setNaming(false)} />
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        question={removed ? t('off.remove', { day: formatDay(removed.day) }) : ''}
        consequence={t('off.removeWhat')}
        act={t('off.removeAct')}
        harmless
        onConfirm={() => removed && remove.mutate({ day: removed.day })}
      />
    </>
  );
}
