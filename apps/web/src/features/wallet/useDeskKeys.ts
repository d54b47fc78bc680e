import { useEffect, useRef } from 'react';
import type { CashDesk } from './useDesk.ts';
import { useOnceNamed } from './useOnceNamed.ts';

interface DeskKeysProps {
  readonly desk: CashDesk;
  /** Amount in KES of "all"; null while unknown. */
  readonly all: number | null;
  readonly printLast: () => void;
}

const KEYS: ReadonlySet<string> = new Set(['F2', 'F3', 'F4', 'F8']);

/** Returns true under a modal dialog, such as the lock, behind which no key may print or clear. */
function isCovered(): boolean {
  return document.querySelector('[aria-modal="true"], dialog[open]') !== null;
}

/**
 * Binds the keys of the cash desk: F2 direction, F3 finger or PIN, F4 all, F8 receipt, Escape next student. An F4 before the balance is
 * known is applied once it is.
 */
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
    let covered = false;
    // Looks before any other handler: the Escape that closes a dialog finds none any more when it arrives at the desk.
    const look = () => {
      covered = isCovered();
    };
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // Prevents the browser's own F3, and repeats of a held key.
      if (KEYS.has(event.key) && (event.repeat || covered)) return event.preventDefault();
      if (covered) return;
      const { desk, pressAll, printLast } = latest.current;
      if (event.key === 'F2') desk.setWay(desk.way === 'out' ? 'in' : 'out');
      else if (event.key === 'F3') desk.choose(desk.proof === 'finger' ? 'pin' : 'finger');
      else if (event.key === 'F4') pressAll();
      else if (event.key === 'F8') printLast();
      else if (event.key === 'Escape') desk.clear();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', press);
    };
  }, []);
}

/** Moves the focus to the field of the next step. */
export function useFocus(next: { readonly field: string }): void {
  useEffect(() => focusField(next), [next]);
}

/** Focuses the field of the next step, as after closing a receipt. */
export function focusField({ field: name }: { readonly field: string }): void {
  const field = document.querySelector<HTMLInputElement>(`form [name=${name}]`);
  field?.focus();
  field?.select();
}
