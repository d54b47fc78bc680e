import { type MouseEvent, memo, type ReactNode } from 'react';
import { formatCount } from '../lib/format.ts';
import classes from './DataList.module.css';
import { type Column, isNumeric } from './list-columns.ts';
import { drawMoney } from './Money.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';
import { Ago, drawWhen } from './When.tsx';

export interface ListRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  /** True if the row is selected; undefined where rows are not selectable. */
  readonly selected: boolean | undefined;
  /** Label of the row's checkbox. */
  readonly selectLabel: string;
  readonly onSelect: (rows: readonly (readonly [id: string, row: Row])[], on: boolean) => void;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly actions?: ((row: Row) => ReactNode) | undefined;
}

// Plain elements, because a thousand rows of Mantine components take seconds. A row is rendered again only when its own props change. The
// casts restore the relation between a row and its columns, which memo() loses.
/** Row of the table; with `still` it is rendered without controls. */
export const TableRow = memo(DrawnTableRow) as typeof DrawnTableRow;

/** Row as a card, on a narrow screen. */
export const RowCard = memo(DrawnCard) as typeof DrawnCard;

function DrawnTableRow<Row>({
  row,
  columns,
  selected,
  actions,
  still,
  ...more
}: ListRowProps<Row> & { still: boolean }) {
  const { onOpen } = more;
  return (
    // Keyboard users have the button in the first column.
    <tr
      data-selected={selected || undefined}
      data-opens={onOpen ? true : undefined}
      onClick={onOpen && ((event) => isOnRow(event) && onOpen(row))}
    >
      {selected !== undefined && <td>{!still && <Selector {...{ row, selected, ...more }} />}</td>}
      {columns.map((column, index) => (
        <td key={column.field} data-numeric={isNumeric(column) || undefined}>
          {index === 0 && !still ? <Opener {...{ column, row }} onOpen={onOpen} /> : drawValue(column, row)}
        </td>
      ))}
      {actions && (still ? <td /> : <td className={classes.actions}>{actions(row)}</td>)}
    </tr>
  );
}

/** Returns true if a press was meant for the row, rather than for a control in it or for a text selection. */
export function isOnRow({ target }: MouseEvent): boolean {
  const onControl = target instanceof Element && target.closest('a, button, input, label, [role="menu"]') !== null;
  return !onControl && window.getSelection()?.isCollapsed !== false;
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
            <dd data-figures={isNumeric(column) || undefined}>{drawValue(column, row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

type SelectorProps<Row> = Pick<ListRowProps<Row>, 'id' | 'row' | 'selectLabel' | 'onSelect'> & { selected: boolean };

/** Checkbox that selects a row. */
export function Selector<Row>({ id, row, selected, selectLabel, onSelect }: SelectorProps<Row>) {
  return <RowCheckbox label={selectLabel} checked={selected} onChange={(on) => onSelect([[id, row]], on)} />;
}

type OpenerProps<Row> = { column: Column<Row>; row: Row; onOpen: ((row: Row) => void) | undefined };

function Opener<Row>({ column, row, onOpen }: OpenerProps<Row>) {
  if (!onOpen) return drawValue(column, row);
  return (
    <button type="button" className={classes.opener} onClick={() => onOpen(row)}>
      {drawValue(column, row)}
    </button>
  );
}

/** Text without a possible line break. */
const ONE_WORD = /^[\p{L}\p{N}]+$/u;

/** Renders the value of a cell. A function instead of a component: a thousand rows have some ten thousand cells. */
export function drawValue<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row);
  const value = column.value(row);
  if (column.kind === 'amount') return drawMoney(value as number | null, column.dashes === true);
  if (value === null || value === undefined || value === '') return '---';
  if (column.kind === 'date') return drawWhen(String(value));
  if (column.kind === 'ago') return <Ago moment={String(value)} />;
  if (column.kind === 'count') return formatCount(Number(value));
  const text = String(value);
  // A span costs layout time, and is needed only for text that could break too early.
  return ONE_WORD.test(text) ? text : <span className={classes.words}>{text}</span>;
}
