import { type MouseEvent, memo, type ReactNode, type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './DataList.module.css';
import { isOnRow, type ListRowProps, Selector } from './ListRow.tsx';
import type { Column } from './list-columns.ts';
import { begunOr, type Drawn, noteShown, type WrittenRow, writeRows, writeValues } from './write-rows.ts';

interface Writing<Row> {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly near: boolean;
  /** Returns the props with which the table renders a row. */
  readonly drawn: (row: Row, controls: boolean) => Drawn<Row>;
}

/**
 * Rows of a block that starts far from the viewport. Their cells are DOM elements written without React, for which a thousand rows are some
 * ten thousand elements. When the block comes near, React renders the controls into the same cells, so that no text node is replaced and
 * the browser's find-in-page keeps its position. Null where the block starts near, and where a value consists of more than text and plain
 * elements.
 */
export function useWrittenRows<Row>({ body, rows, columns, near, drawn }: Writing<Row>) {
  const [plain, setPlain] = useState(!near);
  const like = rows[0] && drawn(rows[0], false);
  const shape = [like?.selected, like?.actions, like?.onOpen].map((each) => each !== undefined).join();
  // An element belongs to one record for good: a button that is focused or held down never becomes the button of the next record.
  const ids = plain ? rows.map((row) => drawn(row, false).id).join() : '';
  // Changed records are written into the same cells below, where a control may have the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same records, of the same shape
  const written = useMemo(
    () => (plain && like ? begunOr(rows, columns, shape, () => writeRows(rows, columns, like)) : null),
    [plain, columns, ids, shape],
  );
  useLayoutEffect(() => {
    if (written) noteShown(written);
    body.current?.append(...(written ?? []).map(({ element }) => element));
    // React's own rows are added to the same body, and React does not know these elements.
    return () => {
      for (const { element } of written ?? []) element.remove();
    };
  }, [body, written]);
  useLayoutEffect(() => {
    if (written) setPlain(keepWritten(written, rows, columns, near, drawn));
  });
  if (!written) return null;
  return {
    press(event: MouseEvent): void {
      const at = written.findIndex(({ element }) => element.contains(event.target as Node));
      const isOpener = (event.target as Element).closest(`.${classes.opener}`) !== null;
      if (rows[at] && (isOpener || isOnRow(event))) like?.onOpen?.(rows[at]);
    },
    controls: near && rows.map((row, at) => controlsOf(written[at]?.element, drawn(row, true))),
  };
}

/** Updates written rows: changed records, the selection, and the controls. Returns false where a value cannot be written. */
function keepWritten<Row>(
  written: readonly WrittenRow<Row>[],
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  near: boolean,
  drawn: Writing<Row>['drawn'],
): boolean {
  return written.every((each, at) => {
    const row = rows[at] as Row;
    const like = drawn(row, false);
    const { cells, dataset } = each.element;
    if (like.selected) dataset.selected = 'true';
    else delete dataset.selected;
    if (each.row !== row && !writeValues(each.element, row, columns, like)) return false;
    each.row = row;
    if (near && like.onOpen) makeOpener(cells[like.selected === undefined ? 0 : 1]);
    if (near && like.actions && classes.actions) cells[cells.length - 1]?.classList.add(classes.actions);
    return true;
  });
}

function makeOpener(cell?: HTMLTableCellElement): void {
  if (!cell || cell.querySelector(`.${classes.opener}`)) return;
  const opener = document.createElement('button');
  opener.type = 'button';
  opener.className = classes.opener ?? '';
  opener.append(...cell.childNodes);
  cell.append(opener);
}

function controlsOf<Row>(element: HTMLTableRowElement | undefined, drawn: Drawn<Row>): ReactNode {
  const { key, ...props } = drawn;
  return element && <Controls key={key} {...props} element={element} />;
}

const Controls = memo(DrawnControls) as typeof DrawnControls;

function DrawnControls<Row>({
  element,
  actions,
  selected,
  ...more
}: ListRowProps<Row> & { element: HTMLTableRowElement }) {
  const [first, last] = [element.cells[0], element.cells[element.cells.length - 1]];
  return (
    <>
      {selected !== undefined && first && createPortal(<Selector {...more} selected={selected} />, first)}
      {actions && last && createPortal(actions(more.row), last)}
    </>
  );
}
