import { Stack, Title } from '@mantine/core';
import { getMpesaStatements, type MpesaStatement } from '@mfuko/contract/mpesa-statements';
import { type ReactNode, useMemo } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { StatementDrawer } from './StatementDrawer.tsx';
import { EARLIER_STATEMENTS, StatementUpload } from './StatementUpload.tsx';
import { STATEMENT_COLOURS } from './state-colours.ts';

const HERE = '/app/payments.statements';

interface StatementsPageProps {
  /** Alert about a period that M-Pesa no longer lists. */
  readonly gap: ReactNode;
}

/** Statements of M-Pesa's organisation portal, for payments that M-Pesa no longer lists. */
export function StatementsPage({ gap }: StatementsPageProps) {
  const { t } = useTranslation('payments');
  const [viewed, view] = useAddressed(HERE, 'view');
  const columns = useMemo<Column<MpesaStatement>[]>(
    () => [
      { field: 'fileName', title: t('statements.fields.file'), value: (row) => row.fileName },
      { field: 'date', title: t('list.date'), value: (row) => row.date, kind: 'date', sortable: true },
      {
        field: 'state',
        title: t('statements.fields.state'),
        value: (row) => t(`statements.states.${row.state}`),
        render: (row) => <Tag color={STATEMENT_COLOURS[row.state]}>{t(`statements.states.${row.state}`)}</Tag>,
      },
      {
        field: 'period',
        title: t('statements.fields.period'),
        value: (row) => `${formatDate(row.from)} – ${formatDate(row.until)}`,
      },
      {
        field: 'payments',
        title: t('statements.fields.payments'),
        value: (row) => row.payments,
        kind: 'count',
        sortable: true,
      },
      {
        field: 'amount',
        title: t('statements.fields.amount'),
        value: (row) => row.amount,
        kind: 'amount',
        sortable: true,
      },
      { field: 'open', title: t('statements.fields.open'), value: (row) => row.open, kind: 'count' },
      { field: 'by', title: t('statements.fields.by'), value: (row) => row.by },
      { field: 'decidedBy', title: t('statements.fields.decided'), value: (row) => row.decidedBy },
    ],
    [t],
  );
  const open = (id: string | undefined) => view(id === 'gap' ? undefined : id);
  return (
    <>
      <PageHeader title={t('statements.title')} />
      {gap}
      <Stack gap="xl">
        <StatementUpload onDone={(statement) => open(statement.sysid)} />
        <section>
          <Title order={2} size="h3" mb="sm" id={EARLIER_STATEMENTS} tabIndex={-1} style={{ outline: 'none' }}>
            {t('statements.earlier')}
          </Title>
          <DataList
            at={HERE}
            name={t('statements.earlier')}
            endpoint={getMpesaStatements}
            columns={columns}
            defaultSort="-date"
            rowId={(row) => row.sysid}
            searchLabel={t('statements.search')}
            empty={{ title: t('statements.empty') }}
            onOpen={(row) => open(row.sysid)}
            actions={(row) => <RowActions name={row.fileName} onView={() => open(row.sysid)} />}
            isMoving={(row) => row.state === 'asking'}
          />
        </section>
      </Stack>
      {/* Notices about missing days link here with `gap`, which is no statement. */}
      <StatementDrawer id={viewed === 'gap' ? undefined : viewed} onClose={() => open(undefined)} />
    </>
  );
}
