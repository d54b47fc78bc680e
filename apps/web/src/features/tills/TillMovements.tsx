import { getTillMovements, type TillEntry } from '@mfuko/contract/tills';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';

const HERE = '/app/till';

/** Movements of a till, newest first. */
export function TillEntries({ sysid }: { sysid: string }) {
  const { t } = useTranslation('tills');
  const columns = useMemo<Column<TillEntry>[]>(
    () => [
      { field: 'date', title: t('movements.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'kind', title: t('movements.kind'), value: (row) => t(`kinds.${row.kind}`) },
      {
        field: 'names',
        title: t('movements.student'),
        value: (row) => row.names && `${row.names} (${row.admissionNumber})`,
      },
      { field: 'amount', title: t('movements.amount'), value: (row) => row.amount, kind: 'amount', sortable: true },
      { field: 'by', title: t('movements.by'), value: (row) => row.by },
      { field: 'reference', title: t('movements.reference'), value: (row) => row.reference },
    ],
    [t],
  );
  const input = useMemo(() => ({ sysid }), [sysid]);
  return (
    <DataList
      at={HERE}
      name={t('movements.title')}
      endpoint={getTillMovements}
      input={input}
      columns={columns}
      rowId={(row) => row.sysid}
      searchLabel={t('movements.search')}
      empty={{ title: t('movements.empty') }}
    />
  );
}
