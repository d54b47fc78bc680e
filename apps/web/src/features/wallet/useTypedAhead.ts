import { useEffect, useRef, useState } from 'react';
import { leaveKeys } from '../../lib/card-guard.ts';
import { type CardReader, createCardReader } from '../../lib/card-reader.ts';
import { isInForm, typeIntoForm } from './form-typist.ts';
import { type HeldKeys, mayEnd, shownKeys, splitLine, startsLikePin, withCard } from './held-keys.ts';

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

  const heldKeys = (text: string): HeldKeys => ({ text, taken: taken.current, cards: cards.current, paysOut });
  function hold(text: string): void {
    if (text === '') cards.current.clear();
    held.current = text;
    setKeys(shownKeys(heldKeys(text)));
  }
  function dropHeld(): void {
    setStopped(held.current !== '');
    hold('');
  }
  function takeBack(): void {
    reader.reset();
    hold('');
    setStopped(false);
    onTakenBack?.();
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
    else if (!isEnd) hold(held.current + key);
    else if (mayEnd(held.current)) hold(`${held.current}\n`);
    return true;
  }
  function takeCard(card: string | null, before: string): void {
    const text = withCard(heldKeys(before), card);
    if (text === null) return dropHeld();
    if (card !== null && text !== before) cards.current.add(card);
    hold(text);
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
    const isRecorded = done.current;
    done.current = false;
    const isPinAgain = startsLikePin(held.current, sentPin.current);
    sentPin.current = '';
    if (!isRecorded || isPinAgain) return dropHeld();
    if (held.current !== '') typeHeld();
  }, [waits]);

  function typeHeld(): void {
    const mine = {};
    typing.current = mine;
    taken.current = 0;
    const source = {
      takeLine,
      isEmpty: () => held.current === '',
      onEnter: (enter: Event) => void (own.current = enter),
    };
    void typeIntoForm(source).finally(() => {
      if (typing.current !== mine) return;
      typing.current = null;
      taken.current = 0;
      // If another payment was submitted, the remaining keys wait for its outcome.
      if (!now.current.waits) dropHeld();
    });
  }
  function takeLine(): string {
    const [line, rest] = splitLine(held.current);
    if (line.endsWith('\n')) taken.current++;
    hold(rest);
    return line;
  }
  return { keys, stopped, goOn: () => void (done.current = true) };
}

/** Returns true for a question that opened by itself above the desk: until its field has the focus, keys are not meant for it. */
const isBeside = (target: EventTarget | null) => target instanceof Element && target.matches('[data-keys-ahead]');
