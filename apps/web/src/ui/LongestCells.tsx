import { memo } from 'react';
import classes from './DataList.module.css';
import { drawValue } from './ListRow.tsx';
import { type Column, isNumeric } from './list-columns.ts';

interface LongestCellsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly selectable: boolean;
}

/** Invisible row with the longest value of each column, so that rows that are not laid out yet count for the column widths. */
export const LongestCells = memo(DrawnLongestCells) as typeof DrawnLongestCells;

function DrawnLongestCells<Row>({ columns, rows, selectable }: LongestCellsProps<Row>) {
  return (
    <tr className={classes.longest} aria-hidden>
      {selectable && <td />}
      {columns.map((column, index) => (
        <td key={column.field} data-numeric={isNumeric(column) || undefined}>
          {index === 0 ? (
            <span className={classes.opener}>{drawValue(column, longestOf(column, rows))}</span>
          ) : (
            drawValue(column, longestOf(column, rows))
          )}
        </td>
      ))}
      <td />
    </tr>
  );
}

function longestOf<Row>({ value }: Column<Row>, rows: readonly Row[]): Row {
  let [longest, length] = [rows[0] as Row, -1];
  for (const row of rows) {
    const here = String(value(row) ?? '').length;
    if (here > length) [longest, length] = [row, here];
  }
  return longest;
}
