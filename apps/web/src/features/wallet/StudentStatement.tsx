import { Title } from '@mantine/core';
import { getStatement, type StatementRow } from '@mfuko/contract/wallet';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { useWhat } from './useWhat.ts';

const HERE = '/app/student.upload.money';

/** Movements of one wallet as a full list. */
export function StudentStatement({ admissionNumber, names }: { admissionNumber: string; names: string }) {
  const { t } = useTranslation('wallet');
  const whatOf = useWhat();
  const columns = useMemo<Column<StatementRow>[]>(
    () => [
      { field: 'date', title: t('statement.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'kind', title: t('statement.kind'), value: whatOf },
      { field: 'amount', title: t('statement.amount'), value: (row) => row.amount, kind: 'amount', sortable: true },
      { field: 'fee', title: t('statement.fee'), value: (row) => row.fee, kind: 'amount', hidden: true },
      { field: 'balance', title: t('statement.balance'), value: (row) => row.balance, kind: 'amount' },
      { field: 'by', title: t('statement.by'), value: (row) => row.by },
      { field: 'reference', title: t('statement.reference'), value: (row) => row.reference },
    ],
    [t, whatOf],
  );
  const input = useMemo(() => ({ admissionNumber }), [admissionNumber]);
  return (
    <div>
      <Title order={2} size="h3" mb="sm">
        {t('statement.title', { names })}
      </Title>
      <DataList
        at={HERE}
        name={t('statement.title', { names })}
        endpoint={getStatement}
        input={input}
        columns={columns}
        rowId={(row) => row.sysid}
        empty={{ title: t('statement.empty') }}
      />
    </div>
  );
}
