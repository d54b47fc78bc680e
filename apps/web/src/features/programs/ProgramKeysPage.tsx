import { Button, Group } from '@mantine/core';
import { type ApiKey, getKeys } from '@mfuko/contract/programs';
import { IconApi, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { KeyDrawer } from './KeyDrawer.tsx';
import { KeyStatus } from './KeyStatus.tsx';
import { MakeKey } from './MakeKey.tsx';

const HERE = '/app/program.keys';

/** List of the API keys of the school's own programs. */
export function ProgramKeysPage() {
  const { t } = useTranslation('programs');
  const [opened, open] = useAddressed(HERE, 'view');
  const [making, setMaking] = useState(false);
  const columns = useMemo<Column<ApiKey>[]>(
    () => [
      { field: 'name', title: t('fields.name'), value: (row) => row.name, sortable: true },
      { field: 'appId', title: t('fields.appId'), value: (row) => row.appId },
      {
        field: 'scopes',
        title: t('fields.scopes'),
        value: (row) => row.scopes.map((scope) => t(`scopes.${scope}`)).join(', ') || t('scopes.none'),
      },
      {
        field: 'status',
        title: t('list.status'),
        value: (row) => t(`status.${row.status}`),
        render: (row) => <KeyStatus status={row.status} />,
      },
      {
        field: 'depositedToday',
        title: t('list.depositedToday'),
        value: (row) => (mayDeposit(row) ? row.depositedToday : null),
        kind: 'amount',
      },
      {
        field: 'dailyDepositLimit',
        title: t('fields.dailyDepositLimit'),
        value: (row) => (mayDeposit(row) ? row.dailyDepositLimit : null),
        kind: 'amount',
        hidden: true,
      },
      { field: 'lastUsed', title: t('list.lastUsed'), value: (row) => row.lastUsed, kind: 'ago', sortable: true },
      { field: 'createdBy', title: t('list.createdBy'), value: (row) => row.createdBy },
      { field: 'dateCreated', title: t('list.created'), value: (row) => row.dateCreated, kind: 'ago', sortable: true },
    ],
    [t],
  );
  const make = (
    <Group gap="sm">
      <LinkButton to="/app/program.docs" variant="default" leftSection={<IconApi size={18} aria-hidden />}>
        {t('docs')}
      </LinkButton>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
        {t('make.title')}
      </Button>
    </Group>
  );
  return (
    <>
      <PageHeader title={t('list.title')} subtitle={t('list.hint')} actions={make} />
      <DataList
        at={HERE}
        name={t('list.title')}
        endpoint={getKeys}
        columns={columns}
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{ title: t('list.empty'), message: t('list.emptyHint'), action: make }}
        onOpen={(row) => open(row.sysid)}
        actions={(row) => <RowActions name={row.name} onView={() => open(row.sysid)} />}
      />
      {making && <MakeKey onClose={() => setMaking(false)} />}
      <KeyDrawer id={opened} onClose={() => open(undefined)} />
    </>
  );
}

function mayDeposit({ scopes }: ApiKey): boolean {
  return scopes.includes('deposits');
}
