import { BOOK_PARTS, type BookPart, type BookPosting, bookPostings } from '@mfuko/contract/books';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useKindName } from './kind-name.ts';

const HERE = '/app/report.postings';

type OwnPart = Exclude<BookPart, 'wallet'>;
const PARTS = BOOK_PARTS.filter((part): part is OwnPart => part !== 'wallet');
const FIRST: OwnPart = 'cash-desk';

/** Postings page: what moved on one of the school's own accounts. */
export function PostingsPage() {
  const { t } = useTranslation('books');
  const kindName = useKindName();
  const [total, setTotal] = useState<number>();
  const { part: asked } = useSearch({ from: HERE });
  const part = PARTS.find((one) => one === asked) ?? FIRST;
  const columns = useMemo<Column<BookPosting>[]>(
    () => [
      { field: 'date', title: t('postings.date'), value: (row) => row.date, kind: 'date', sortable: true },
      { field: 'kind', title: t('day.kind'), value: (row) => kindName(row.kind) },
      { field: 'admissionNumber', title: t('postings.admissionNumber'), value: (row) => row.admissionNumber },
      { field: 'names', title: t('postings.names'), value: (row) => row.names },
      { field: 'amount', title: t('day.amount'), value: (row) => row.amount, kind: 'amount', sortable: true },
      { field: 'by', title: t('postings.by'), value: (row) => row.by },
      { field: 'reference', title: t('postings.reference'), value: (row) => row.reference },
    ],
    [t, kindName],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'part',
        label: t('day.part'),
        options: PARTS.map((value) => ({ value, label: t(`parts.${value}`) })),
        initial: FIRST,
      },
    ],
    [t],
  );
  return (
    <>
      <PageHeader
        title={t('postings.title', { part: t(`parts.${part}`) })}
        subtitle={total === undefined ? undefined : t('postings.total', { count: total, shown: formatCount(total) })}
      />
      <DataList
        at={HERE}
        name={t('postings.title', { part: t(`parts.${part}`) })}
        endpoint={bookPostings}
        columns={columns}
        filters={filters}
        defaultSort="-date"
        rowId={(row) => `${row.sysid}-${row.amount}`}
        searchLabel={t('postings.search')}
        empty={{ title: t('postings.empty'), message: t('postings.emptyHint') }}
        onTotal={setTotal}
      />
    </>
  );
}
