import { Badge, Button } from '@mantine/core';
import { ROLES } from '@mfuko/contract/endpoint';
import { getProfiles, type UserRow } from '@mfuko/contract/staff';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useSchool } from '../../lib/school.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** Who may sign in: the users of the school, or the platform's own where an Admin has picked none. */
export function UsersPage() {
  const { t } = useTranslation('staff');
  const school = useSchool();
  const [total, setTotal] = useState<number>();
  const columns = useMemo<Column<UserRow>[]>(
    () => [
      {
        field: 'firstName',
        title: t('list.names'),
        value: (row) => `${row.firstName} ${row.lastName}`,
        sortable: true,
      },
      { field: 'mobileNumber', title: t('fields.phoneNumber'), value: (row) => row.mobileNumber, sortable: true },
      { field: 'email', title: t('fields.email'), value: (row) => row.email, sortable: true },
      { field: 'role', title: t('fields.role'), value: (row) => t(`roles.${row.role}`), sortable: true },
      {
        field: 'duties',
        title: t('fields.duties'),
        value: (row) => (row.role === 'CheckAgent' ? row.duties.map((duty) => t(`duties.${duty}`)).join(', ') : null),
      },
      {
        field: 'status',
        title: t('list.status'),
        value: (row) => t(`status.${row.status}`),
        render: (row) =>
          row.status === 'active' ? (
            t('status.active')
          ) : (
            <Badge color="red" variant="light" tt="none" size="lg">
              {t('status.disabled')}
            </Badge>
          ),
      },
      {
        field: 'dateCreated',
        title: t('list.created'),
        value: (row) => row.dateCreated,
        kind: 'ago',
        sortable: true,
        hidden: true,
      },
    ],
    [t],
  );
  const filters = useMemo(
    () => [
      {
        field: 'role',
        label: t('list.allRoles'),
        options: ROLES.map((value) => ({ value, label: t(`roles.${value}`) })),
      },
    ],
    [t],
  );
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      renderRoot={(props) => <Link to="/app/profile.add" {...props} />}
    >
      {t('list.add')}
    </Button>
  );
  const whose = school ? t('list.ofSchool', { name: school.shortName }) : t('list.ofPlatform');
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={
          total === undefined ? whose : `${t('list.total', { count: total, shown: formatCount(total) })} · ${whose}`
        }
        actions={add}
      />
      <DataList
        name={t('list.title')}
        endpoint={getProfiles}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{ title: t('list.empty'), message: t('list.emptyHint'), action: add }}
        onTotal={setTotal}
      />
    </>
  );
}
