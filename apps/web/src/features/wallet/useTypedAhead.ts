import { useEffect, useRef, useState } from 'react';
import { leaveKeys } from '../../lib/card-guard.ts';
import { type CardReader, createCardReader } from '../../lib/card-reader.ts';

/** Digits of the shortest PIN. */
const SHORTEST_PIN = 4;

export interface TypedAhead {
  /** Keys that are held, as somebody reads them: dots in place of what may be a PIN. */
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
  /** Money goes out: a student who stands there may type a PIN at any time, and each third line is let go of. */
  readonly paysOut?: boolean;
  /** The PIN that is being sent; typed once more it is no number of anybody. */
  readonly pin?: string;
}

/**
 * Holds what is typed behind the Enter that ended a payment: it is the next student's number, however long the name or the answer takes, and
 * would stand behind the digits of this amount. Where the payment is recorded it is typed into the emptied form; where it is not, it is let go of, and
 * the desk takes no digit for this student until a hand shows that it has seen so: a click, Backspace, Tab, Escape.
 */
export function useTypedAhead({ waits, onTakenBack, paysOut = false, pin = '' }: TypedAheadOptions): TypedAhead {
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
  /** Each key's place is what was held before it. */
  const [reader] = useState<CardReader<string>>(createCardReader);
  const cards = useRef(new Set<string>());
  const sentPin = useRef('');
  if (waits && pin !== '') sentPin.current = pin;

  function hold(text: string): void {
    if (text === '') cards.current.clear();
    held.current = text;
    setKeys(text.trimEnd().split('\n').map(shown).join(' ↵ '));
  }
  /** A desk that pays out shows a card, and an amount that is shorter than a PIN: only those are certainly none. */
  function shown(line: string, at: number, { length }: readonly string[]): string {
    const isEnded = at < length - 1 || held.current.endsWith('\n');
    const isShortAmount = isAmount(at) && line.length < SHORTEST_PIN;
    return !paysOut || (isEnded && (isShortAmount || cards.current.has(line))) ? line : '•'.repeat(line.length);
  }
  const isAmount = (line: number) => (line + taken.current) % (paysOut ? 3 : 2) === 1;
  function letGo(): void {
    setStopped(held.current !== '');
    hold('');
  }
  /** True for keys that are no matter of the field in which the focus is. */
  function takes(event: KeyboardEvent): boolean {
    if (event === own.current || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    if (!now.current.waits && typing.current === null && !now.current.stopped) return false;
    return event.target === document.body || isInForm(event.target) || isBeside(event.target);
  }
  function press(event: KeyboardEvent): void {
    if (!takes(event)) return reader.reset();
    if (event.key === 'Backspace' && held.current !== '') {
      reader.reset();
      hold(held.current.slice(0, -1));
    } else if (!take(event)) {
      if (event.key !== 'Shift' && !isBeside(event.target)) takeBack();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  /** True for a key that is held, or counts for nothing. */
  function take({ key, timeStamp, repeat }: KeyboardEvent): boolean {
    const burst = repeat ? null : reader.key(key, timeStamp, held.current);
    const isEnd = key === 'Enter';
    if (!isEnd && !burst && key.length > 1) return false;
    if (now.current.stopped || repeat) return true;
    if (burst) takeCard(burst.card, burst.places[0] ?? '');
    // An Enter behind nothing is the one before, held or pressed twice.
    else if (!(isEnd && /^$|\n$/.test(held.current))) hold(held.current + (isEnd ? '\n' : key));
    return true;
  }
  /** A card is a line of its own, and the next student's number: elsewhere, or behind a key of a hand, nobody knows what was meant. */
  function takeCard(card: string | null, before: string): void {
    const lines = before.split('\n');
    const isOwnLine = card !== null && lines.at(-1) === '';
    if (isOwnLine && lines.at(-2) === card) return hold(before);
    if (!isOwnLine || isAmount(lines.length - 1)) return letGo();
    cards.current.add(card);
    hold(`${before}${card}\n`);
  }
  function takeBack(): void {
    reader.reset();
    hold('');
    setStopped(false);
    onTakenBack?.();
  }
  const latest = useRef({ press, takeBack, takes });
  latest.current = { press, takeBack, takes };
  useEffect(() => {
    const noGuard = leaveKeys((event) => latest.current.takes(event));
    const onKey = (event: KeyboardEvent) => latest.current.press(event);
    const onPointer = (event: Event) => isInForm(event.target) && latest.current.takeBack();
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('pointerdown', onPointer, { capture: true });
    return () => {
      noGuard();
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('pointerdown', onPointer, { capture: true });
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (waits) return;
    const isPinAgain = startsAgain(held.current, sentPin.current);
    sentPin.current = '';
    if (!done.current || isPinAgain) {
      done.current = false;
      return letGo();
    }
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
    if (!(await typeLine(number))) return;
    own.current = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    number.dispatchEvent(own.current);
    await drawn();
    const amount = document.activeElement;
    if (held.current === '' || !(amount instanceof HTMLInputElement) || amount.dataset.amount === undefined) return;
    const isEndOfAmount = await typeLine(amount);
    const pin = isEndOfAmount && amount.form?.querySelector<HTMLInputElement>('[name=pin]');
    // A PIN is asked for and never typed from here: the line may as well be another number, and a try for this student then.
    if (pin) pin.focus();
    else if (isEndOfAmount) amount.form?.requestSubmit();
    await drawn();
  }
  /** The held keys up to an Enter, with those that come while they are typed; true if it is there. */
  async function typeLine(into: HTMLInputElement): Promise<boolean> {
    let text = '';
    do {
      const [line = ''] = /^[^\n]*\n?/.exec(held.current) ?? [];
      text += line;
      if (text.endsWith('\n')) taken.current++;
      hold(held.current.slice(line.length));
      type(into, text.trimEnd());
      await drawn();
    } while (!text.endsWith('\n') && held.current !== '');
    return text.endsWith('\n');
  }
  return { keys, stopped, goOn: () => void (done.current = true) };
}

const numberField = () => document.querySelector<HTMLInputElement>('form [name=admissionNumber]');
const isInForm = (target: EventTarget | null) =>
  target instanceof Node && numberField()?.form?.contains(target) === true;

/** A question over the desk that came by itself: until a hand goes to its field, keys are none of its own. */
const isBeside = (target: EventTarget | null) => target instanceof Element && target.matches('[data-keys-ahead]');

/** True where the first line is that PIN once more, or its beginning: as a number it would stand there for all to read. */
function startsAgain(held: string, pin: string): boolean {
  const [line = '', ...more] = held.split('\n');
  return more.length > 0 ? line !== '' && line === pin : line.length > 1 && pin.startsWith(line);
}

/** Gives the field another text, which React hears as typing. */
function type(into: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(into, text);
  into.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Once React has drawn what was done. */
const drawn = () => new Promise((go) => setTimeout(go));
