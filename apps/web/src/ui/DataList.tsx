import { Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { MAX_LIST_ROWS } from '@mfuko/contract/lists';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { useList } from '../lib/queries.ts';
import { callList, type ListEndpoint } from '../lib/request.ts';
import { ListBody } from './ListBody.tsx';
import { ListFooter } from './ListFooter.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import type { Column } from './list-columns.ts';
import type { FiltersAt, ListAddress } from './list-search.ts';
import { useListState } from './list-state.ts';
import { EmptyState, ErrorState, NoMatch } from './Notice.tsx';
import { showError } from './notify.tsx';
import { useSelection } from './useSelection.ts';

const POLL_MS = 3_000;
const NO_FILTERS: readonly never[] = [];

export interface DataListProps<E extends ListEndpoint, Address extends ListAddress, Row = AnswerOf<E>> {
  /** Screen that the list is on; the screen's search parameters hold the list's state. */
  readonly at: Address;
  /** Name of the list, for screen readers and for the exported file. */
  readonly name: string;
  readonly endpoint: E;
  /** Input that is not part of the address. */
  readonly input?: Record<string, unknown>;
  readonly rowId: (row: Row) => string;
  /** Keep columns and filters outside the component or memoised. The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly filters?: FiltersAt<Address>;
  readonly defaultSort?: string;
  readonly searchLabel?: string;
  readonly empty: { readonly title: string; readonly message?: string; readonly action?: ReactNode };
  /** Makes the first column a button that opens the row (a drawer). */
  readonly onOpen?: (row: Row) => void;
  /** Buttons at the end of a row: see RowActions. */
  readonly actions?: (row: Row) => ReactNode;
  /**
   * Makes rows selectable; receives the selected rows and returns the buttons for the bar above the list. `done` clears the selection, except
   * for the rows that the action may not have reached.
   */
  readonly bulk?: (rows: readonly Row[], done: (left?: readonly Row[]) => void) => ReactNode;
  /** Label of the sum over the whole filter, where the endpoint returns one. */
  readonly sumWords?: string;
  readonly onTotal?: (total: number) => void;
  /** True for a row in an intermediate state: while such a row is shown, the list refetches periodically. */
  readonly isMoving?: (row: Row) => boolean;
}

/** List with server-side paging: search, filters, sort, columns and page are in the address; the whole filtered set can be exported. */
export function DataList<E extends ListEndpoint, Address extends ListAddress>(props: DataListProps<E, Address>) {
  type Row = AnswerOf<E>;
  const { at, name, endpoint, input, rowId, columns, filters = NO_FILTERS, bulk } = props;
  const { t } = useTranslation('ui');
  const control = useListState(at, columns as readonly Column<never>[], filters, props.defaultSort);
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false;
  const { isMoving = () => false } = props;
  const list = useList(
    endpoint,
    { ...input, ...control.paged },
    {
      refetchInterval: ({ state: { data } }) => data?.rows.some(isMoving) === true && POLL_MS,
    },
  );
  const answer = list.data;
  const { selected, chosen, leftCount, select, finish } = useSelection(answer?.rows, rowId);
  const { onTotal } = props;
  const total = answer?.total;
  useEffect(() => {
    if (total !== undefined) onTotal?.(total);
  }, [total, onTotal]);
  const { page, pageSize, change } = control;
  useEffect(() => {
    // The last row of the last page was deleted, or the address names a page that no longer exists.
    if (total && (page - 1) * pageSize >= total) change({ page: Math.ceil(total / pageSize) });
  }, [total, page, pageSize, change]);
  // Joined to a string, because the array changes identity whenever a filter loads its options, and each row would then be rendered again.
  const hidden = control.hidden.join();
  const visible = useMemo(() => {
    const away = hidden.split(',');
    return columns.filter(({ field }, index) => index === 0 || !away.includes(field));
  }, [columns, hidden]);

  /** Returns all rows of the filter, page by page. Rows that are added meanwhile shift later ones, so that a row may be returned twice. */
  async function wholeSet(): Promise<Row[]> {
    const found = new Map<string, Row>();
    for (let page = 1; ; page++) {
      const asked = { ...input, ...control.whole, page, pageSize: MAX_LIST_ROWS };
      const { rows, total } = await callList(endpoint, asked, { overlay: true });
      for (const row of rows) found.set(rowId(row), row);
      if (page * MAX_LIST_ROWS >= total) return [...found.values()];
    }
  }
  async function selectWhole() {
    try {
      select(
        (await wholeSet()).map((row) => [rowId(row), row]),
        true,
      );
    } catch (error) {
      showError(error);
    }
  }

  return (
    <section aria-label={name}>
      <ListToolbar
        {...{ name, control, columns, filters, wholeSet }}
        searchLabel={props.searchLabel ?? t('list.search')}
        selectedCount={selected.size}
        bulk={selected.size > 0 ? bulk?.(chosen, finish) : undefined}
        leftCount={leftCount}
        total={total ?? 0}
        onSelectAll={() => void selectWhole()}
        onDeselect={() => finish()}
      />
      <Paper withBorder={!narrow}>
        {list.isError && !answer ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : answer?.total === 0 ? (
          control.narrowed ? (
            <NoMatch onClear={control.clear} />
          ) : (
            <EmptyState {...props.empty} />
          )
        ) : (
          <>
            <ListBody
              {...{ name, rowId, control, narrow }}
              columns={visible}
              rows={answer?.rows}
              stale={list.isPlaceholderData}
              selected={bulk ? selected : undefined}
              onSelect={select}
              onOpen={props.onOpen}
              actions={props.actions}
            />
            {answer && <ListFooter control={control} total={answer.total} sum={answer.sum} sumWords={props.sumWords} />}
          </>
        )}
      </Paper>
    </section>
  );
}
