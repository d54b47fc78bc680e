import { type BookDayRow, bookDays } from '@mfuko/contract/books';
import { useMemo } from 'react';
import { formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { RowActions } from '../../ui/RowActions.tsx';
import { Tag } from '../../ui/Tag.tsx';

const HERE = '/app/report.books';
const COLORS = { sealed: 'green', amended: 'yellow', touched: 'red' } as const;

/** Every closed day: its sums, its difference and its seal. */
export function DaysList({ onOpen }: { onOpen: (day: string) => void }) {
  const { t } = useTranslation('books');
  const columns = useMemo<Column<BookDayRow>[]>(
    () => [
      {
        field: 'day',
        title: t('days.day'),
        value: (row) => row.day,
        render: (row) => formatDay(row.day),
        sortable: true,
      },
      { field: 'movements', title: t('days.movements'), value: (row) => row.movements, kind: 'count', sortable: true },
      { field: 'owed', title: t('owed'), value: (row) => row.owed, kind: 'amount', sortable: true },
      { field: 'held', title: t('held'), value: (row) => row.held, kind: 'amount', sortable: true },
      {
        field: 'difference',
        title: t('difference'),
        value: (row) => row.difference,
        kind: 'amount',
        sortable: true,
      },
      {
        field: 'providerDifference',
        title: t('days.atProvider'),
        value: (row) => row.providerDifference,
        kind: 'amount',
      },
      {
        field: 'state',
        title: t('days.state'),
        value: (row) => t(`states.${row.state}`),
        render: (row) => <Tag color={COLORS[row.state]}>{t(`states.${row.state}`)}</Tag>,
      },
      { field: 'dateClosed', title: t('days.closed'), value: (row) => row.dateClosed, kind: 'date', sortable: true },
      { field: 'hash', title: t('days.hash'), value: (row) => row.hash },
    ],
    [t],
  );
  return (
    <div data-no-print>
      <DataList
        at={HERE}
        name={t('days.title')}
        endpoint={bookDays}
        columns={columns}
        defaultSort="-day"
        rowId={(row) => row.sysid}
        searchLabel={t('days.search')}
        empty={{ title: t('days.empty'), message: t('days.emptyHint') }}
        onOpen={(row) => onOpen(row.day)}
        actions={(row) => <RowActions name={formatDay(row.day)} onView={() => onOpen(row.day)} />}
      />
    </div>
  );
}
