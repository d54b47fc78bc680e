import { type GivenSubsidy, mealSubsidies } from '@mfuko/contract/canteen-subsidies';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { daysAgo } from '../../lib/days-ago.ts';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/Tag.tsx';
import classes from './Plates.module.css';
import { planInWords } from './plan-words.ts';

const HERE = '/app/report.subsidies';
const DAYS = [1, 7, 30, 90] as const;

/** List of the students whose meals the school subsidises, with the amounts given. */
export function SubsidiesPage() {
  const { t } = useTranslation('subsidies');
  const { t: tSchool } = useTranslation('school');
  const [total, setTotal] = useState<number>();
  const columns = useMemo<Column<GivenSubsidy>[]>(
    () => [
      {
        field: 'admissionNumber',
        title: tSchool('student.number'),
        value: (row) => row.admissionNumber,
        sortable: true,
      },
      {
        field: 'names',
        title: t('student'),
        value: (row) => row.names,
        sortable: true,
        // The plan is set, and approved, on the student's page.
        render: (row) => (
          <Link className={classes.name} to="/app/student.details" search={{ admissionNumber: row.admissionNumber }}>
            {row.names}
          </Link>
        ),
      },
      { field: 'class', title: t('class'), value: (row) => row.class, sortable: true },
      {
        field: 'kind',
        title: t('plan'),
        value: (row) => planInWords(t, row),
        render: (row) => (
          <>
            {planInWords(t, row)} {row.waiting && <Tag color="yellow">{t('waiting.mark')}</Tag>}
          </>
        ),
      },
      { field: 'since', title: t('since'), value: (row) => row.since, kind: 'date', hidden: true },
      { field: 'portions', title: t('portions'), value: (row) => row.portions, kind: 'count', sortable: true },
      { field: 'given', title: t('given'), value: (row) => row.given, kind: 'amount', sortable: true },
    ],
    [t, tSchool],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'from',
        label: t('anyTime'),
        options: DAYS.map((count) => ({ value: daysAgo(count - 1), label: t('days', { count }) })),
      },
      { field: 'waiting', label: t('waiting.all'), options: [{ value: 'true', label: t('waiting.only') }] },
    ],
    [t],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={total === undefined ? undefined : t('total', { count: total, shown: formatCount(total) })}
      />
      <DataList
        at={HERE}
        name={t('title')}
        endpoint={mealSubsidies}
        columns={columns}
        filters={filters}
        defaultSort="names"
        rowId={(row) => row.sysid}
        searchLabel={t('search')}
        empty={{
          title: t('empty'),
          message: t('emptyHint'),
          action: <FirstStep to="/app/student.view" screen="studentView" />,
        }}
        onTotal={setTotal}
      />
    </>
  );
}
