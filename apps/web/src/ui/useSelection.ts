import { useCallback, useState } from 'react';

/**
 * Selected rows of a list, across its pages. `finish` ends a bulk action on the rows that were selected when it was handed out: of these only
 * the rows that the action has not or may not have reached stay selected, and `leftCount` is their number until they are deselected. Rows
 * that were selected during the action stay selected.
 */
export function useSelection<Row>(shown: readonly Row[] | undefined, rowId: (row: Row) => string) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((rows: readonly (readonly [id: string, row: Row])[], on: boolean) => {
    setSelected((before) => {
      const next = new Map(before);
      for (const [id, row] of rows) on ? next.set(id, row) : next.delete(id);
      return next;
    });
  }, []);
  function finish(rows: readonly Row[] = []) {
    setSelected((before) => {
      const meanwhile = [...before].filter(([id]) => !selected.has(id));
      return new Map([...rows.map((row) => [rowId(row), row] as const), ...meanwhile]);
    });
    setLeft(new Set(rows.map(rowId)));
  }
  // A selected row may have changed since, as by an action whose answer was lost: the next action sees it as the list shows it.
  const now = new Map(selected.size > 0 ? shown?.map((row) => [rowId(row), row]) : []);
  const chosen = [...selected].map(([id, row]) => now.get(id) ?? row);
  const leftCount = [...selected.keys()].filter((id) => left.has(id)).length;
  return { selected, chosen, leftCount, select, finish };
}
