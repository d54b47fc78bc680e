import { useEffect, useRef } from 'react';
import type { CashDesk } from './useDesk.ts';

interface DeskKeysProps {
  readonly desk: CashDesk;
  /** KES that "all" stands for; null while nobody knows. */
  readonly all: number | null;
  readonly printLast: () => void;
}

/** Keys of the cash desk: F2 in or out, F3 finger or PIN, F4 all, F8 receipt, Escape next student. */
export function useDeskKeys(props: DeskKeysProps): void {
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      const { desk, all, printLast } = latest.current;
      if (event.key === 'F2') desk.setWay(desk.way === 'out' ? 'in' : 'out');
      else if (event.key === 'F3') desk.choose(desk.proof === 'finger' ? 'pin' : 'finger');
      else if (event.key === 'F4') all && desk.setAmount(String(all));
      else if (event.key === 'F8') printLast();
      else if (event.key === 'Escape') desk.clear();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** The hands stay on the keys: the focus goes along with what is waited for. */
export function useFocus(next: { readonly field: string }): void {
  useEffect(() => focusField(next), [next]);
}

/** Brings the hands back to the field that is waited for, as where a receipt is closed. */
export function focusField({ field: name }: { readonly field: string }): void {
  const field = document.querySelector<HTMLInputElement>(`form [name=${name}]`);
  field?.focus();
  field?.select();
}
