import { type RefObject, useEffect, useRef } from 'react';

/** Way on after a row of a list was dealt with in the drawer that it opened. */
interface NextRow {
  /** Goes to an element around the list. */
  readonly list: RefObject<HTMLDivElement | null>;
  /** Tells that the row was dealt with: once the drawer closes, the keyboard is at the row after it. */
  readonly dealt: () => void;
}

/**
 * Next row: the keyboard goes to it when the drawer of a row that was dealt with closes, or to the screen's title where none comes after it.
 * The same place each time, be the row still in the list or not. A drawer that is closed without a decision goes back to its row by itself.
 */
export function useNextRow(opened: boolean): NextRow {
  const list = useRef<HTMLDivElement>(null);
  const after = useRef<readonly Element[]>([]);
  const isDealt = useRef(false);
  useEffect(() => {
    // A row's own press, by hand or by Enter. The list may have lost the row by the time that it is dealt with.
    const note = ({ target }: Event) => {
      if (target instanceof Element) after.current = rowsAfter(target.closest('tbody > tr, li'));
    };
    const around = list.current;
    around?.addEventListener('click', note, true);
    return () => around?.removeEventListener('click', note, true);
  }, []);
  useEffect(() => {
    if (opened) return;
    if (isDealt.current) {
      const next = after.current.find((row) => row.isConnected)?.querySelector<HTMLElement>('button');
      (next ?? document.querySelector<HTMLElement>('main h1'))?.focus();
    }
    isDealt.current = false;
    after.current = [];
  }, [opened]);
  return { list, dealt: () => (isDealt.current = true) };
}

function rowsAfter(row: Element | null): Element[] {
  const all = [...(row?.closest('table, ul')?.querySelectorAll('tbody > tr, :scope > li') ?? [])];
  return row ? all.slice(all.indexOf(row) + 1) : [];
}
