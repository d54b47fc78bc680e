import classes from './DataList.module.css';
import { drawValue, type ListRowProps } from './ListRow.tsx';
import { type Column, isNumeric } from './list-columns.ts';
import { writePlain } from './plain-dom.ts';

/** Row that was written without React, and the record in its cells. */
export interface WrittenRow<Row> {
  row: Row;
  readonly element: HTMLTableRowElement;
}

/** Props with which the table renders a row. */
export type Drawn<Row> = ListRowProps<Row> & { readonly key: string };

/**
 * Written blocks by their first record that no page shows yet: React discards an unfinished render, and starts again, whenever something
 * else on the screen changes.
 */
const begun = new WeakMap<object, { columns: unknown; shape: string; written: readonly WrittenRow<unknown>[] }>();

/** Returns the rows that a discarded render has already written, otherwise the result of `write`. */
export function begunOr<Row>(
  rows: readonly Row[],
  columns: unknown,
  shape: string,
  write: () => readonly WrittenRow<Row>[] | null,
): readonly WrittenRow<Row>[] | null {
  const first = rows[0] as object;
  const found = begun.get(first);
  if (found && found.columns === columns && found.shape === shape && found.written.length === rows.length) {
    if (found.written.every(({ row }, at) => row === rows[at])) return found.written as readonly WrittenRow<Row>[];
  }
  const written = write();
  if (written) begun.set(first, { columns, shape, written });
  return written;
}

/** Removes rows from the cache once a page shows them, so that no other render takes them. */
export function noteShown(written: readonly WrittenRow<unknown>[]): void {
  if (written[0]) begun.delete(written[0].row as object);
}

/** Writes the rows of a table as DOM elements; null where a value cannot be written. */
export function writeRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], like: Drawn<Row>) {
  const pattern = document.createElement('tr');
  if (like.onOpen) pattern.dataset.opens = 'true';
  if (like.selected !== undefined) pattern.insertCell();
  for (const column of columns) {
    const cell = pattern.insertCell();
    if (isNumeric(column)) cell.dataset.numeric = 'true';
  }
  if (like.actions) pattern.insertCell();
  const written: WrittenRow<Row>[] = [];
  for (const row of rows) {
    const element = pattern.cloneNode(true) as HTMLTableRowElement;
    let cell = element.firstElementChild;
    if (like.selected !== undefined) cell = cell?.nextElementSibling ?? null;
    for (const column of columns) {
      if (!cell || !writePlain(cell, drawValue(column, row))) return null;
      cell = cell.nextElementSibling;
    }
    written.push({ row, element });
  }
  return written;
}

/** Writes the values of a row again; false where one cannot be written. */
export function writeValues<Row>(
  { cells }: HTMLTableRowElement,
  row: Row,
  columns: readonly Column<Row>[],
  like: Drawn<Row>,
) {
  const before = like.selected === undefined ? 0 : 1;
  return columns.every((column, index) => {
    const cell = cells[before + index] as HTMLTableCellElement;
    const place = cell.querySelector(`.${classes.opener}`) ?? cell;
    place.replaceChildren();
    return writePlain(place, drawValue(column, row));
  });
}
