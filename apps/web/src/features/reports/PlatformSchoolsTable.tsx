import { Title } from '@mantine/core';
import { type PlatformSchool, platformSchools } from '@mfuko/contract/platform';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import classes from './Platform.module.css';

const HERE = '/app/dashboard';

/** Anchor of the table to which the cards link. */
export const PLATFORM_SCHOOLS = 'by-school';

/** The figures of the cards, school by school. */
export function PlatformSchoolsTable() {
  const { t } = useTranslation('platform');
  const navigate = useNavigate();
  const columns = useMemo<Column<PlatformSchool>[]>(
    () => [
      { field: 'shortName', title: t('schools.name'), value: (row) => row.shortName, sortable: true },
      { field: 'officialName', title: t('schools.officialName'), value: (row) => row.officialName, hidden: true },
      { field: 'students', title: t('schools.students'), value: (row) => row.students, kind: 'count', sortable: true },
      {
        field: 'movementsToday',
        title: t('schools.today'),
        value: (row) => row.movementsToday,
        kind: 'count',
        sortable: true,
      },
      {
        field: 'movements30Days',
        title: t('schools.month'),
        value: (row) => row.movements30Days,
        kind: 'count',
        sortable: true,
      },
      {
        field: 'moneyHeld',
        title: t('schools.held'),
        value: (row) => row.moneyHeld,
        kind: 'amount',
        sortable: true,
      },
      {
        field: 'booksDifference',
        title: t('schools.booksDifference'),
        value: (row) => row.booksDifference,
        kind: 'amount',
        sortable: true,
      },
      {
        field: 'providerDifference',
        title: t('schools.providerDifference'),
        value: (row) => row.providerDifference,
        kind: 'amount',
      },
      { field: 'books', title: t('schools.books'), value: (row) => t(`books.${booksOf(row)}`) },
      { field: 'status', title: t('schools.state'), value: (row) => t(`states.${row.status}`) },
      {
        field: 'hasConfig',
        title: t('schools.config'),
        value: (row) => t(row.hasConfig ? 'config.set' : 'config.missing'),
        hidden: true,
      },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'status',
        label: t('schools.anyState'),
        options: (['active', 'suspended'] as const).map((value) => ({ value, label: t(`states.${value}`) })),
      },
      {
        field: 'hasConfig',
        label: t('schools.anyConfig'),
        options: [
          { value: 'true', label: t('config.set') },
          { value: 'false', label: t('config.missing') },
        ],
      },
      {
        field: 'booksWrong',
        label: t('schools.anyBooks'),
        options: [
          { value: 'true', label: t('books.wrong') },
          { value: 'false', label: t('books.right') },
        ],
      },
    ],
    [t],
  );
  return (
    <div id={PLATFORM_SCHOOLS} className={classes.schools}>
      <Title order={2} size="h3" mb="sm">
        {t('schools.title')}
      </Title>
      <DataList
        at={HERE}
        name={t('schools.title')}
        endpoint={platformSchools}
        columns={columns}
        filters={filters}
        defaultSort="shortName"
        rowId={(row) => row.sysid}
        searchLabel={t('schools.search')}
        empty={{ title: t('schools.empty'), message: t('schools.emptyHint') }}
        onOpen={({ sysid }) => void navigate({ to: '/app/school.view', search: { view: sysid } })}
      />
    </div>
  );
}

function booksOf({ booksChecked, booksDifference, providerDifference, booksFindings }: PlatformSchool) {
  if (booksChecked === null) return 'notLooked';
  return booksDifference === 0 && (providerDifference ?? 0) === 0 && booksFindings === 0 ? 'right' : 'wrong';
}
