import { useEffect, useRef, useState } from 'react';

export interface TypedAhead {
  /** Keys that are held, as somebody reads them. */
  readonly keys: string;
  /** Stopped: what was typed for the next student is gone, since the payment before it has not been recorded. No key counts until another one than digits and Enter. */
  readonly stopped: boolean;
  /** The payment is recorded and the fields are empty: what is held goes into them. */
  readonly goOn: () => void;
}

interface TypedAheadOptions {
  /** True from the Enter that ends a payment until its outcome is there. */
  readonly waits: boolean;
  /** A hand went back to what it had typed: an Enter that waits for the name is no longer the last word. */
  readonly onTakenBack?: () => void;
  /** Money goes out: each third line may be a PIN, which stands there as dots, and is let go of. */
  readonly paysOut?: boolean;
}

/**
 * Holds what is typed behind the Enter that ended a payment: it is the next student's number, however long the name or the answer takes, and
 * would stand behind the digits of this amount. Where the payment is recorded it is typed into the emptied form; where it is not, it is let go of, and
 * the desk takes no digit for this student until a hand shows that it has seen so: a click, Backspace, Tab, Escape.
 */
export function useTypedAhead({ waits, onTakenBack, paysOut = false }: TypedAheadOptions): TypedAhead {
  const [keys, setKeys] = useState('');
  const [stopped, setStopped] = useState(false);
  const held = useRef('');
  /** Lines of a student that are in the form already. */
  const taken = useRef(0);
  /** The typing that is under way; another begins before it ends where the answer comes at once. */
  const typing = useRef<object>(null);
  const done = useRef(false);
  /** The Enter that is pressed here. */
  const own = useRef<Event>(null);
  const now = useRef({ waits, stopped });
  now.current = { waits, stopped };

  function hold(text: string): void {
    held.current = text;
    const lines = text.trimEnd().split('\n');
    const isPin = (at: number) => paysOut && (at + taken.current) % 3 === 2;
    setKeys(lines.map((line, at) => (isPin(at) ? '•'.repeat(line.length) : line)).join(' ↵ '));
  }
  function letGo(): void {
    setStopped(held.current !== '');
    hold('');
  }
  function press(event: KeyboardEvent): void {
    if (event === own.current || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!now.current.waits && typing.current === null && !now.current.stopped) return;
    if (event.target !== document.body && !isInForm(event.target)) return;
    if (event.key === 'Backspace' && held.current !== '') hold(held.current.slice(0, -1));
    else if (event.key === 'Enter' || event.key.length === 1) {
      const isEnd = event.key === 'Enter';
      // An Enter behind nothing is the one before, held or pressed twice.
      if (!now.current.stopped && !event.repeat && !(isEnd && /^$|\n$/.test(held.current)))
        hold(held.current + (isEnd ? '\n' : event.key));
    } else {
      if (event.key !== 'Shift') takeBack();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function takeBack(): void {
    hold('');
    setStopped(false);
    onTakenBack?.();
  }
  const latest = useRef({ press, takeBack });
  latest.current = { press, takeBack };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => latest.current.press(event);
    const onPointer = (event: Event) => isInForm(event.target) && latest.current.takeBack();
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('pointerdown', onPointer, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('pointerdown', onPointer, { capture: true });
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (waits) return;
    if (!done.current) return letGo();
    done.current = false;
    if (held.current === '') return;
    const mine = {};
    typing.current = mine;
    taken.current = 0;
    void typeHeld().finally(() => {
      if (typing.current !== mine) return;
      typing.current = null;
      taken.current = 0;
      // Behind another payment more may wait.
      if (!now.current.waits) letGo();
    });
  }, [waits]);

  /** Number, Enter, amount, Enter: as far as there are such keys, and as the form follows. A PIN or a finger is asked for then. */
  async function typeHeld(): Promise<void> {
    await drawn();
    const number = numberField();
    if (!number) return;
    const isEnded = type(number, takeLine());
    await drawn();
    if (!isEnded) return;
    own.current = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    number.dispatchEvent(own.current);
    await drawn();
    const amount = document.activeElement;
    if (held.current === '' || !(amount instanceof HTMLInputElement) || amount.dataset.amount === undefined) return;
    const isEndOfAmount = type(amount, takeLine());
    await drawn();
    const pin = isEndOfAmount && amount.form?.querySelector<HTMLInputElement>('[name=pin]');
    // A PIN is asked for and never typed from here: the line may as well be another number, and a try for this student then.
    if (pin) pin.focus();
    else if (isEndOfAmount) amount.form?.requestSubmit();
    await drawn();
  }
  /** The held keys up to an Enter and with it. */
  function takeLine(): string {
    const [line = ''] = /^[^\n]*\n?/.exec(held.current) ?? [];
    taken.current++;
    hold(held.current.slice(line.length));
    return line;
  }
  return { keys, stopped, goOn: () => void (done.current = true) };
}

const numberField = () => document.querySelector<HTMLInputElement>('form [name=admissionNumber]');
const isInForm = (target: EventTarget | null) =>
  target instanceof Node && numberField()?.form?.contains(target) === true;

/** Gives the field another text, which React hears as typing; true if an Enter stands behind it. */
function type(into: HTMLInputElement, line: string): boolean {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(into, line.trimEnd());
  into.dispatchEvent(new Event('input', { bubbles: true }));
  return line.endsWith('\n');
}

/** Once React has drawn what was done. */
const drawn = () => new Promise((go) => setTimeout(go));
