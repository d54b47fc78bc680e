import { Title } from '@mantine/core';
import { type CheckRow, getChecks } from '@mfuko/contract/reports';
import { IconDoorEnter, IconDoorExit } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstLeanStep } from '../../ui/FirstStep.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { Tag } from '../../ui/Tag.tsx';

type Address = '/app/school.dash' | '/app/check.dash';

/** Passages of the gate, newest first; the download is the check-in/out report. */
export function ChecksTable({ at }: { readonly at: Address }) {
  const { t } = useTranslation('reports');
  const columns = useMemo<Column<CheckRow>[]>(
    () => [
      { field: 'date', title: t('checks.date'), value: (row) => row.date, kind: 'date', sortable: true },
      {
        field: 'admissionNumber',
        title: t('checks.admissionNumber'),
        value: (row) => row.admissionNumber,
        sortable: true,
      },
      { field: 'studentName', title: t('checks.student'), value: (row) => row.studentName, sortable: true },
      {
        field: 'checkTypeSYSID',
        title: t('checks.type'),
        value: (row) => t(row.checkTypeSYSID === 1 ? 'checks.in' : 'checks.out'),
        render: (row) => <CheckBadge isIn={row.checkTypeSYSID === 1} />,
      },
      { field: 'class', title: t('checks.class'), value: (row) => row.class, sortable: true },
      { field: 'checkedBy', title: t('checks.by'), value: (row) => row.checkedBy, sortable: true },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<Address>>(
    () => [
      {
        field: 'checkTypeSYSID',
        label: t('checks.type'),
        options: [
          { value: '1', label: t('checks.in') },
          { value: '2', label: t('checks.out') },
        ],
      },
    ],
    [t],
  );
  return (
    <div>
      <Title order={2} size="h3" mb="sm">
        {t('checks.title')}
      </Title>
      <DataList
        at={at}
        name={t('checks.report')}
        endpoint={getChecks}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('checks.search')}
        empty={{
          title: t('checks.empty'),
          message: t('checks.emptyHint'),
          action: <FirstLeanStep href="/app/checkin.fingerprint" screen="checkInFingerprint" />,
        }}
      />
    </div>
  );
}

export function CheckBadge({ isIn }: { isIn: boolean }) {
  const { t } = useTranslation('reports');
  const Sign = isIn ? IconDoorEnter : IconDoorExit;
  return (
    <Tag color={isIn ? 'green' : 'blue'} icon={<Sign size={14} aria-hidden />}>
      {t(isIn ? 'checks.in' : 'checks.out')}
    </Tag>
  );
}
