import { useEffect, useRef, useState } from 'react';
import { leaveKeys } from '../../lib/card-guard.ts';
import { type CardReader, createCardReader } from '../../lib/card-reader.ts';

/** Length of the shortest PIN. */
const MIN_PIN_LENGTH = 4;

export interface TypedAhead {
  /** Held keys as shown, with dots for digits that may be a PIN. */
  readonly keys: string;
  /**
   * Stopped: the held keys were dropped, since the payment before them was not recorded. Digits and Enter are ignored until another key.
   */
  readonly stopped: boolean;
  /** Types the held keys into the emptied form, once the payment was recorded. */
  readonly goOn: () => void;
}

interface TypedAheadOptions {
  /** True from the Enter that ends a payment until its outcome is known. */
  readonly waits: boolean;
  /** Called where the user returns to the typed fields, so that a waiting Enter no longer sends. */
  readonly onTakenBack?: () => void;
  /** True where money goes out: a student may type a PIN at any time, so each third line is dropped. */
  readonly paysOut?: boolean;
  /** PIN that is being sent; the same digits typed again are never a number. */
  readonly pin?: string;
}

/**
 * Holds the keys typed after the Enter that ended a payment: they are the next student's number, and would otherwise be appended to this
 * amount while the name or the answer is pending. Once the payment was recorded, the keys are typed into the emptied form. Otherwise they
 * are dropped, and the desk ignores digits until a click, Backspace, Tab or Escape shows that the user has noticed.
 */
export function useTypedAhead({ waits, onTakenBack, paysOut = false, pin = '' }: TypedAheadOptions): TypedAhead {
  const [keys, setKeys] = useState('');
  const [stopped, setStopped] = useState(false);
  const held = useRef('');
  /** Number of held lines of a student that the form has received already. */
  const taken = useRef(0);
  /** Identity of the typing under way; another one may begin first where the answer comes at once. */
  const typing = useRef<object>(null);
  const done = useRef(false);
  /** Synthetic Enter that this hook dispatches, which must not be held. */
  const own = useRef<Event>(null);
  const now = useRef({ waits, stopped });
  now.current = { waits, stopped };
  /** Card reader; the position of each key is the text held before it. */
  const [reader] = useState<CardReader<string>>(createCardReader);
  const cards = useRef(new Set<string>());
  const sentPin = useRef('');
  if (waits && pin !== '') sentPin.current = pin;

  function hold(text: string): void {
    if (text === '') cards.current.clear();
    held.current = text;
    setKeys(text.trimEnd().split('\n').map(shown).join(' ↵ '));
  }
  /** Masks held digits. A desk that pays out shows only a card and an amount shorter than a PIN, since only those cannot be a PIN. */
  function shown(line: string, at: number, { length }: readonly string[]): string {
    const isEnded = at < length - 1 || held.current.endsWith('\n');
    const isShortAmount = isAmount(at) && line.length < MIN_PIN_LENGTH;
    return !paysOut || (isEnded && (isShortAmount || cards.current.has(line))) ? line : '•'.repeat(line.length);
  }
  const isAmount = (line: number) => (line + taken.current) % (paysOut ? 3 : 2) === 1;
  function letGo(): void {
    setStopped(held.current !== '');
    hold('');
  }
  /** Returns true for keys that this hook handles instead of the focused field. */
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
  /** Holds or drops a key; returns true where the key was consumed. */
  function take({ key, timeStamp, repeat }: KeyboardEvent): boolean {
    const burst = repeat ? null : reader.key(key, timeStamp, held.current);
    const isEnd = key === 'Enter';
    if (!isEnd && !burst && key.length > 1) return false;
    if (now.current.stopped || repeat) return true;
    if (burst) takeCard(burst.card, burst.places[0] ?? '');
    // An Enter behind nothing is a repeat of the Enter before.
    else if (!(isEnd && /^$|\n$/.test(held.current))) hold(held.current + (isEnd ? '\n' : key));
    return true;
  }
  /**
   * Takes a card as a line of its own, for the next student's number. In any other position, or behind typed keys, its meaning is unclear
   * and all keys are dropped.
   */
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
      // If another payment was submitted, the remaining keys wait for its outcome.
      if (!now.current.waits) letGo();
    });
  }, [waits]);

  /** Types the held lines as far as the form follows: number, Enter, amount, Enter. A PIN or finger is then asked for. */
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
    // A PIN is never typed from held keys: the line may be another number, and would count as a try for this student.
    if (pin) pin.focus();
    else if (isEndOfAmount) amount.form?.requestSubmit();
    await drawn();
  }
  /** Types the held keys up to an Enter, with keys that arrive meanwhile; returns true where an Enter ended the line. */
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

/** Returns true for a question that opened by itself above the desk: until its field has the focus, keys are not meant for it. */
const isBeside = (target: EventTarget | null) => target instanceof Element && target.matches('[data-keys-ahead]');

/** Returns true where the first line starts like the PIN: as a number its digits would be readable. */
function startsAgain(held: string, pin: string): boolean {
  const [line = '', ...more] = held.split('\n');
  return more.length > 0 ? line !== '' && line === pin : line.length > 1 && pin.startsWith(line);
}

/** Sets the field's text in such a way that React handles it as input. */
function type(into: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(into, text);
  into.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Resolves once React has rendered. */
const drawn = () => new Promise((go) => setTimeout(go));
