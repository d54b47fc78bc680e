import { useEffect, useRef } from 'react';
import type { CashDesk } from './useDesk.ts';
import { useOnceNamed } from './useOnceNamed.ts';

interface DeskKeysProps {
  readonly desk: CashDesk;
  /** KES that "all" stands for; null while nobody knows. */
  readonly all: number | null;
  readonly printLast: () => void;
}

const KEYS: ReadonlySet<string> = new Set(['F2', 'F3', 'F4', 'F8']);

/** True under a dialog of whatever kind, the lock's among them: nobody prints or empties a desk behind it. */
function isCovered(): boolean {
  return document.querySelector('[aria-modal="true"], dialog[open]') !== null;
}

/** Keys of the cash desk: F2 in or out, F3 finger or PIN, F4 all, F8 receipt, Escape next student. An F4 before the answer counts with it. */
export function useDeskKeys(props: DeskKeysProps): void {
  const { wallet, way, amount } = props.desk;
  const once = useOnceNamed(wallet, JSON.stringify([way, wallet.number, amount]), takeAll);
  const latest = useRef({ ...props, pressAll });
  latest.current = { ...props, pressAll };
  function takeAll(): void {
    if (props.all) props.desk.setAmount(String(props.all));
  }
  function pressAll(): void {
    if (!once.hold()) takeAll();
  }
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // The browser has its own use for F3, and a key that is held is one press.
      if (KEYS.has(event.key) && (event.repeat || isCovered())) return event.preventDefault();
      if (isCovered()) return;
      const { desk, pressAll, printLast } = latest.current;
      if (event.key === 'F2') desk.setWay(desk.way === 'out' ? 'in' : 'out');
      else if (event.key === 'F3') desk.choose(desk.proof === 'finger' ? 'pin' : 'finger');
      else if (event.key === 'F4') pressAll();
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
