import { Button } from '@mantine/core';
import { DUTIES, ROLES } from '@mfuko/contract/endpoint';
import { getProfiles, USER_STATES, type UserRow } from '@mfuko/contract/staff';
import { IconBan, IconPlus, IconUserCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSchool } from '../../lib/school.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { UserDrawer } from './UserDrawer.tsx';
import { UserStatus } from './UserStatus.tsx';
import { namesOf, useManyUsers, useMayChange, useUserActs } from './useUserActs.ts';

const HERE = '/app/profile.view';

/** List of users: those of the school, or the platform's own where an Admin has picked no school. */
export function UsersPage() {
  const { t } = useTranslation('staff');
  const school = useSchool();
  const [total, setTotal] = useState<number>();
  const [viewed, view] = useAddressed(HERE, 'view');
  const [edited, edit] = useAddressed(HERE, 'edit');
  const mayChange = useMayChange();
  const acts = useUserActs();
  const many = useManyUsers();
  const columns = useMemo<Column<UserRow>[]>(
    () => [
      {
        field: 'firstName',
        title: t('list.names'),
        value: namesOf,
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
        render: (row) => <UserStatus status={row.status} />,
        sortable: true,
      },
      {
        field: 'lastSignIn',
        title: t('list.lastSignIn'),
        value: (row) => row.lastSignIn,
        kind: 'ago',
        sortable: true,
        hidden: true,
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
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'role',
        label: t('list.allRoles'),
        options: ROLES.map((value) => ({ value, label: t(`roles.${value}`) })),
      },
      {
        field: 'duty',
        label: t('list.allDuties'),
        options: DUTIES.map((value) => ({ value, label: t(`duties.${value}`) })),
      },
      {
        field: 'status',
        label: t('list.allStates'),
        options: USER_STATES.map((value) => ({ value, label: t(`status.${value}`) })),
      },
    ],
    [t],
  );
  const add = (
    <LinkButton to="/app/profile.add" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('list.add')}
    </LinkButton>
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
        at={HERE}
        name={t('list.title')}
        endpoint={getProfiles}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{ title: t('list.empty'), message: t('list.emptyHint'), action: add }}
        onOpen={(row) => view(row.sysid)}
        actions={(row) => {
          const change = row.status !== 'deleted' && mayChange(row);
          return (
            <RowActions
              name={namesOf(row)}
              onView={() => view(row.sysid)}
              onEdit={change ? () => edit(row.sysid) : undefined}
              onDelete={change ? () => acts.remove(row) : undefined}
            />
          );
        }}
        bulk={(rows, done) => {
          const mine = rows.filter(mayChange);
          const active = mine.filter(({ status }) => status === 'active');
          const disabled = mine.filter(({ status }) => status === 'disabled');
          return (
            <>
              {active.length > 0 && (
                <Button
                  variant="default"
                  leftSection={<IconBan size={18} aria-hidden />}
                  loading={many.busy}
                  onClick={() => void many.disable(active).then(done)}
                >
                  {t('list.disable', { count: active.length })}
                </Button>
              )}
              {disabled.length > 0 && (
                <Button
                  variant="default"
                  leftSection={<IconUserCheck size={18} aria-hidden />}
                  loading={many.busy}
                  onClick={() => void many.enable(disabled).then(done)}
                >
                  {t('list.enable', { count: disabled.length })}
                </Button>
              )}
            </>
          );
        }}
        onTotal={setTotal}
      />
      <UserDrawer
        id={edited ?? viewed}
        mode={edited ? 'edit' : 'view'}
        onEdit={edit}
        onClose={() => (edited ? edit(undefined) : view(undefined))}
      />
    </>
  );
}
