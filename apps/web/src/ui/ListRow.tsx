import { type ComponentType, memo, type ReactNode } from 'react';
import { formatCount } from '../lib/format.ts';
import classes from './DataList.module.css';
import { type Column, isNumeric } from './list-columns.ts';
import { Money } from './Money.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';
import { Ago, When } from './When.tsx';

export interface ListRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  /** Whether the row is selected; undefined where rows are not selectable. */
  readonly selected: boolean | undefined;
  /** What selecting the row is called. */
  readonly selectLabel: string;
  readonly onSelect: (rows: readonly (readonly [id: string, row: Row])[], on: boolean) => void;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly actions?: ((row: Row) => ReactNode) | undefined;
}

// Plain elements: a thousand rows of Mantine's take seconds. Drawn again only when something about the row itself changes.
const MemoTableRow = memo(DrawnTableRow) as unknown as ComponentType<ListRowProps<never> & { still: boolean }>;
const MemoCard = memo(DrawnCard) as unknown as ComponentType<ListRowProps<never>>;

/** One row of the table; `still`: what it says, without its controls. */
export function TableRow<Row>(props: ListRowProps<Row> & { readonly still: boolean }) {
  return <MemoTableRow {...(props as unknown as ListRowProps<never> & { still: boolean })} />;
}

/** The same row as a card, on a narrow screen. */
export function RowCard<Row>(props: ListRowProps<Row>) {
  return <MemoCard {...(props as unknown as ListRowProps<never>)} />;
}

function DrawnTableRow<Row>({
  row,
  columns,
  selected,
  actions,
  still,
  ...more
}: ListRowProps<Row> & { still: boolean }) {
  return (
    <tr data-selected={selected || undefined}>
      {selected !== undefined && <td>{!still && <Selector {...{ row, selected, ...more }} />}</td>}
      {columns.map((column, index) => (
        <td key={column.field} data-numeric={isNumeric(column) || undefined}>
          {index === 0 && !still ? (
            <Opener {...{ column, row }} onOpen={more.onOpen} />
          ) : (
            <Value column={column} row={row} />
          )}
        </td>
      ))}
      {actions && <td className={classes.actions}>{!still && actions(row)}</td>}
    </tr>
  );
}

function DrawnCard<Row>({ row, columns, selected, actions, ...more }: ListRowProps<Row>) {
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <div className={classes.cardName}>
          {selected !== undefined && <Selector {...{ row, selected, ...more }} />}
          <Opener {...{ column: first, row }} onOpen={more.onOpen} />
        </div>
        {actions?.(row)}
      </div>
      <dl className={classes.pairs}>
        {others.map((column) => (
          <div key={column.field}>
            <dt>{column.title}</dt>
            <dd>
              <Value column={column} row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

type SelectorProps<Row> = Pick<ListRowProps<Row>, 'id' | 'row' | 'selectLabel' | 'onSelect'> & { selected: boolean };

function Selector<Row>({ id, row, selected, selectLabel, onSelect }: SelectorProps<Row>) {
  return <RowCheckbox label={selectLabel} checked={selected} onChange={(on) => onSelect([[id, row]], on)} />;
}

type OpenerProps<Row> = { column: Column<Row>; row: Row; onOpen: ((row: Row) => void) | undefined };

function Opener<Row>({ column, row, onOpen }: OpenerProps<Row>) {
  if (!onOpen) return <Value column={column} row={row} />;
  return (
    <button type="button" className={classes.opener} onClick={() => onOpen(row)}>
      <Value column={column} row={row} />
    </button>
  );
}

function Value<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.render) return column.render(row);
  const value = column.value(row);
  if (column.kind === 'amount') return <Money value={value as number | null} />;
  if (value === null || value === undefined || value === '') return '---';
  if (column.kind === 'date') return <When moment={String(value)} />;
  if (column.kind === 'ago') return <Ago moment={String(value)} />;
  return column.kind === 'count' ? formatCount(Number(value)) : String(value);
}
