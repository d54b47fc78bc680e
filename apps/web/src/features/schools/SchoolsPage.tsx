import { Group } from '@mantine/core';
import { getSchools, type SchoolRow } from '@mfuko/contract/schools';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { SchoolBulk } from './SchoolBulk.tsx';
import { SchoolDrawer } from './SchoolDrawer.tsx';
import { SchoolLogo } from './SchoolLogo.tsx';
import { SchoolState } from './SchoolStatus.tsx';
import { useSchoolActs } from './useSchoolActs.ts';

const HERE = '/app/school.view';

/** Every school of the platform. */
export function SchoolsPage() {
  const { t } = useTranslation('schools');
  const [total, setTotal] = useState<number>();
  const [viewed, view] = useAddressed(HERE, 'view');
  const [edited, edit] = useAddressed(HERE, 'edit');
  const [leaving, setLeaving] = useState<SchoolRow | null>(null);
  const acts = useSchoolActs();
  const columns = useColumns();
  const filters = useFilters();
  const add = (
    <LinkButton to="/app/school.add" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('schools.add')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('schools.title')}
        subtitle={total === undefined ? undefined : t('schools.total', { count: total, shown: formatCount(total) })}
        actions={add}
      />
      <DataList
        at={HERE}
        name={t('schools.title')}
        endpoint={getSchools}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('schools.search')}
        empty={{ title: t('schools.empty'), message: t('schools.emptyHint'), action: add }}
        onOpen={(row) => view(row.sysid)}
        actions={(row) =>
          row.status === 'deleted' ? (
            <RowActions name={row.officialName} onRestore={() => acts.restore(row)} />
          ) : (
            <RowActions
              name={row.officialName}
              onView={() => view(row.sysid)}
              onEdit={() => edit(row.sysid)}
              onDelete={() => setLeaving(row)}
            />
          )
        }
        bulk={(rows, done) => <SchoolBulk rows={rows} done={done} />}
        onTotal={setTotal}
      />
      <SchoolDrawer id={viewed} mode="view" onClose={() => view(undefined)} onEdit={edit} />
      <SchoolDrawer id={edited} mode="edit" onClose={() => edit(undefined)} onEdit={edit} />
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        question={t('acts.deleteQuestion', { name: leaving?.officialName })}
        consequence={t('acts.deleteConsequence')}
        act={t('acts.delete')}
        typed={leaving?.shortName}
        onConfirm={() => leaving && acts.remove(leaving)}
      />
    </>
  );
}

function useColumns(): Column<SchoolRow>[] {
  const { t } = useTranslation('schools');
  return useMemo(
    () => [
      {
        field: 'schoolCode',
        title: t('fields.SchoolCode'),
        value: (row) => row.schoolCode,
        sortable: true,
        render: (row) => (
          <Group gap="sm" wrap="nowrap" component="span" display="inline-flex" style={{ verticalAlign: 'middle' }}>
            <SchoolLogo school={row} size={32} />
            <span style={{ whiteSpace: 'nowrap' }}>{row.schoolCode}</span>
          </Group>
        ),
      },
      {
        field: 'officialName',
        title: t('fields.OfficialName'),
        value: (row) => row.officialName,
        sortable: true,
        render: (row) => (
          <>
            {row.officialName} <SchoolState school={row} />
          </>
        ),
      },
      { field: 'shortName', title: t('fields.ShortName'), value: (row) => row.shortName, sortable: true },
      { field: 'pobox', title: t('fields.Pobox'), value: (row) => row.pobox },
      { field: 'town', title: t('fields.Town'), value: (row) => row.town, sortable: true },
      {
        field: 'dateCreated',
        title: t('schools.registered'),
        value: (row) => row.dateCreated,
        kind: 'ago',
        sortable: true,
      },
      {
        field: 'noOfStudents',
        title: t('schools.students'),
        value: (row) => row.noOfStudents,
        kind: 'count',
        sortable: true,
        hidden: true,
      },
      {
        field: 'status',
        title: t('schools.state'),
        value: (row) => t(`schools.status.${row.status}`),
        hidden: true,
      },
      {
        field: 'hasConfig',
        title: t('schools.config'),
        value: (row) => (row.hasConfig ? t('schools.configured') : t('schools.noConfig')),
        hidden: true,
      },
    ],
    [t],
  );
}

function useFilters(): FiltersAt<typeof HERE> {
  const { t } = useTranslation('schools');
  return useMemo(
    () => [
      {
        field: 'status',
        label: t('schools.anyState'),
        options: (['active', 'suspended', 'deleted'] as const).map((value) => ({
          value,
          label: t(`schools.status.${value}`),
        })),
      },
      {
        field: 'hasConfig',
        label: t('schools.anyConfig'),
        options: [
          { value: 'true', label: t('schools.configured') },
          { value: 'false', label: t('schools.noConfig') },
        ],
      },
    ],
    [t],
  );
}
