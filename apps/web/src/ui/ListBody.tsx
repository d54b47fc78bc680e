import { Skeleton, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Say } from '../lib/i18n.ts';
import { useTranslation } from '../lib/i18n.ts';
import classes from './DataList.module.css';
import { useFarRows } from './far-rows.ts';
import { type ListRowProps, RowCard, TableRow } from './ListRow.tsx';
import { LongestCells } from './LongestCells.tsx';
import { type Column, isNumeric } from './list-columns.ts';
import { type ListControl, nextSort } from './list-state.ts';
import { RowCheckbox } from './RowCheckbox.tsx';
import { useWrittenRows } from './WrittenRows.tsx';

/**
 * Lists with more rows than this are rendered in two passes. The number of rows fits a tall screen; each of them costs as much as twenty
 * later rows without controls.
 */
const AT_ONCE = 30;
/** Number of later rows that get their controls together. */
const BLOCK = 50;
/** Margin around the viewport in which blocks count as near: one viewport, which is more than a key or the wheel scrolls at once. */
const NEAR = '100%';

interface ListBodyProps<Row> {
  readonly name: string;
  readonly control: ListControl;
  readonly columns: readonly Column<Row>[];
  /** Undefined while the first page loads. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  readonly narrow: boolean;
  readonly stale: boolean;
  readonly selected?: ReadonlyMap<string, Row>;
  readonly onSelect: ListRowProps<Row>['onSelect'];
  readonly onOpen?: (row: Row) => void;
  readonly actions?: (row: Row) => ReactNode;
}

/** Rows of the list: a table, or cards on a narrow screen. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  if (!props.rows) return <ListSkeleton />;
  return <Rows {...props} rows={props.rows} />;
}

/**
 * Renders the start of a long list at once and the rest when the browser is idle, so that typing is not delayed. A list that grows or
 * shrinks keeps its row elements, so that pressed or focused controls are not replaced.
 */
function Rows<Row>(props: Loaded<Row>) {
  const isLong = props.rows.length > AT_ONCE;
  const later = useDeferredValue(props.rows, isLong ? props.rows.slice(0, AT_ONCE) : props.rows);
  const List = props.narrow ? ListCards : ListTable;
  if (!isLong) return <List {...props} />;
  // The deferred rows are of another filter or school: until the new rows are rendered, the old ones are marked as stale.
  const stale = props.stale || !isBeginning(later, props.rows, props.rowId);
  return <List {...props} rows={later} stale={stale} coming={props.rows} />;
}

function isBeginning<Row>(some: readonly Row[], all: readonly Row[], id: (row: Row) => string): boolean {
  return (
    some === all ||
    some.every((row, at) => {
      const there = all[at];
      return there !== undefined && id(row) === id(there);
    })
  );
}

type Loaded<Row> = ListBodyProps<Row> & {
  readonly rows: readonly Row[];
  /** All rows of a long list, of which `rows` are the start until the rest is rendered. */
  readonly coming?: readonly Row[];
};

function ListTable<Row>({
  name,
  control,
  columns,
  rows,
  rowId,
  stale,
  selected,
  onSelect,
  onOpen,
  actions,
  coming,
}: Loaded<Row>) {
  const { t } = useTranslation('ui');
  const table = useFarRows(columns, rows);
  // The column of buttons needs a different width where the far rows are laid out separately.
  const apart = coming !== undefined && actions !== undefined;
  const all = coming ?? rows;
  const chosen = all.filter((row) => selected?.has(rowId(row))).length;
  return (
    // Plain elements: the library's table in its scroll area costs as much as the first rows. The keyboard scrolls the container once it
    // has the focus.
    // biome-ignore lint/a11y/useSemanticElements: no fieldset
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={name}>
      <table
        ref={table}
        className={classes.table}
        data-long={apart || undefined}
        aria-busy={stale}
        data-stale={stale || undefined}
      >
        <thead>
          <tr>
            {selected && (
              <th className={classes.selector} data-no-print>
                <RowCheckbox
                  label={t('list.selectAll')}
                  checked={all.length > 0 && chosen === all.length}
                  mixed={chosen > 0 && chosen < all.length}
                  onChange={(on) =>
                    onSelect(
                      all.map((row) => [rowId(row), row]),
                      on,
                    )
                  }
                />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.field} column={column} control={control} />
            ))}
            {actions && (
              <th className={classes.actions} data-no-print>
                {t('list.actions')}
              </th>
            )}
          </tr>
          {apart && <LongestCells columns={columns} rows={coming} selectable={selected !== undefined} />}
        </thead>
        {blocksOf(rows).map(({ from, rows: block }) => (
          <Block
            key={from}
            far={from > 0}
            apart={apart}
            rows={block}
            columns={columns}
            drawn={(row, controls) =>
              propsOf(row, { columns, rowId, selected, onSelect, onOpen, actions }, t, controls)
            }
          />
        ))}
      </table>
    </div>
  );
}

function blocksOf<Row>(rows: readonly Row[]): { from: number; rows: readonly Row[] }[] {
  const blocks = [{ from: 0, rows: rows.slice(0, AT_ONCE) }];
  for (let from = AT_ONCE; from < rows.length; from += BLOCK)
    blocks.push({ from, rows: rows.slice(from, from + BLOCK) });
  return blocks;
}

interface BlockProps<Row> {
  readonly far: boolean;
  readonly apart: boolean;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly drawn: (row: Row, controls: boolean) => ListRowProps<Row> & { key: string };
}

/** Block of rows that get their controls when they come near the viewport: the controls of a thousand rows cost more than all else. */
function Block<Row>({ far, apart, rows, columns, drawn }: BlockProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [near, setNear] = useState(!far || !('IntersectionObserver' in window));
  useEffect(() => {
    if (near || !body.current) return;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    watch.observe(body.current);
    return () => watch.disconnect();
  }, [near]);
  const written = useWrittenRows({ body, rows, columns, near, drawn });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the buttons in the rows
    <tbody ref={body} data-far={(far && apart) || undefined} onClick={written?.press}>
      {written
        ? written.controls
        : rows.map((row) => {
            const { key, ...props } = drawn(row, near);
            return <TableRow key={key} {...props} still={!near} />;
          })}
    </tbody>
  );
}

function HeaderCell<Row>({ column, control }: { column: Column<Row>; control: ListControl }) {
  const { field, title, sortable } = column;
  const direction = control.sort === field ? 'ascending' : control.sort === `-${field}` ? 'descending' : undefined;
  const Arrow = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <th aria-sort={sortable ? (direction ?? 'none') : undefined} data-numeric={isNumeric(column) || undefined}>
      {sortable ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => control.change({ sort: nextSort(field, control.sort) })}
        >
          <span>{title}</span>
          <Arrow size={16} aria-hidden data-idle={direction === undefined || undefined} />
        </button>
      ) : (
        title
      )}
    </th>
  );
}

function ListCards<Row>({ name, rows, stale, ...more }: Loaded<Row>) {
  const { t } = useTranslation('ui');
  return (
    <ul className={classes.cards} aria-label={name} aria-busy={stale} data-stale={stale || undefined}>
      {rows.map((row) => {
        const { key, ...props } = propsOf(row, more, t);
        return <RowCard key={key} {...props} />;
      })}
    </ul>
  );
}

type Drawing<Row> = Pick<ListBodyProps<Row>, 'columns' | 'rowId' | 'selected' | 'onSelect' | 'onOpen' | 'actions'>;

function propsOf<Row>(
  row: Row,
  drawing: Drawing<Row>,
  t: Say<'ui'>,
  controls = true,
): ListRowProps<Row> & { key: string } {
  const { columns, rowId, selected, onSelect, onOpen, actions } = drawing;
  const id = rowId(row);
  const selectLabel = selected && controls ? t('list.selectRow', { name: columns[0]?.value(row) ?? '' }) : '';
  return { key: id, id, row, columns, selected: selected?.has(id), selectLabel, onSelect, onOpen, actions };
}

function ListSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <Stack gap="sm" p="md" role="status" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
        <Skeleton key={row} height={24} />
      ))}
    </Stack>
  );
}
