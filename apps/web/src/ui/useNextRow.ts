import { type RefObject, useEffect, useRef } from 'react';

/** Moves on to the next row after a row was dealt with in its drawer. */
interface NextRow {
  /** Ref of an element around the list. */
  readonly list: RefObject<HTMLDivElement | null>;
  /** Notes that the row was dealt with: once the drawer closes, the row after it takes the focus. */
  readonly dealt: () => void;
}

/**
 * Moves the focus to the next row when the drawer of a dealt-with row closes, or to the screen's title where no row follows. The target is
 * the same if the row has left the list or not. A drawer that is closed without a decision returns the focus to its row by itself.
 */
export function useNextRow(opened: boolean): NextRow {
  const list = useRef<HTMLDivElement>(null);
  const after = useRef<readonly Element[]>([]);
  const isDealt = useRef(false);
  useEffect(() => {
    // Notes the following rows at the click, by hand or by Enter, because the row may have left the list by the time that it is dealt with.
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
