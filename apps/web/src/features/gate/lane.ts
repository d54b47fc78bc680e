import type { Problem } from '@mfuko/contract/problem';
import type { Template } from '../../lib/scanner/messages.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { Finder, Lookup } from './lookup.ts';
import { type Away, createQueue, type Line, type Queue, type Send } from './queue.ts';
import type { Screen } from './screens.ts';

export type Missing = 'number' | 'pin' | 'finger';

/** What the band has to say of the last thing that happened. */
export type Notice =
  | { readonly kind: 'settled'; readonly key: string }
  | { readonly kind: 'missing'; readonly what: Missing };

/** What has been entered for the pupil who stands there now. */
export interface Entry {
  readonly number: string;
  readonly pin: string;
  /** Where the keys go. */
  readonly field: 'number' | 'pin';
  readonly finger: Template | null;
  readonly lookup: Lookup;
  /** Nobody is typing any more: a finger may go with this number. */
  readonly settled: boolean;
  /** Complete, but three are open: it goes as soon as one of them has its answer. */
  readonly held: boolean;
  readonly notice: Notice | null;
  /** The number stayed after a proof that did not hold: the next try needs no typing, and the next number replaces it. */
  readonly again: boolean;
}

const EMPTY: Entry = {
  number: '',
  pin: '',
  field: 'number',
  finger: null,
  lookup: { status: 'none' },
  settled: false,
  held: false,
  notice: null,
  again: false,
};
/** What a pupil may simply try again. */
const TRY_AGAIN = new Set<Problem | null | undefined>([
  'fingerprint.no-match',
  'fingerprint.replayed',
  'fingerprint.bad-image',
  'fingerprint.low-quality',
  'pin.wrong',
]);
const LONGEST_NUMBER = 12;
const LONGEST_PIN = 8;
const LOOKUP_AFTER_MS = 150;
/** The first digits of a number may be a number too, so a finger that was there first waits for the typing to end. */
const SETTLED_AFTER_MS = 800;
/** A finger that nobody claims is dropped, or it would go with the next pupil's number. */
const FINGER_KEPT_MS = 30_000;
/** The finger is taken off before the next one is asked for, or it would be scanned again for the next pupil. */
const LIFT_MS = 1_000;
export const RESULT_SHOWN_MS = 4_000;
export const REFUSAL_SHOWN_MS = 12_000;

export interface Lane {
  readonly entry: Store<Entry>;
  readonly queue: Queue;
  show(screen: Screen): void;
  type(number: string): void;
  typePin(pin: string): void;
  focus(field: Entry['field']): void;
  /** A digit, or the backspace, of the keypad. */
  key(key: string): void;
  /** A card that was read stands for typing, whatever was typed before. */
  card(number: string): void;
  finger(template: Template | null): void;
  /** Enter or the button: goes as far as it can. `button` says what is missing; Enter waits for the finger in silence. */
  press(by: 'button' | 'enter'): void;
  clear(): void;
  override(key: string, reason: string): boolean;
}

export interface LaneParts {
  readonly finder: Finder;
  readonly send: Send;
  readonly onSettled?: (line: Line) => void;
  /** The scanner may take the next finger. */
  readonly onFingerTaken?: () => void;
  /** Where there is a place for those who come while there is no network. */
  readonly away?: Away;
}

/**
 * One lane at the gate, apart from any screen: puts number and finger (or PIN) together in whichever order they come,
 * and sends each pupil as soon as both are there, while the next one is typed.
 */
export function createLane({ finder, send, onSettled, onFingerTaken, away }: LaneParts): Lane {
  const entry = createStore<Entry>(EMPTY);
  let screen: Screen = { kind: 'in', by: 'fingerprint' };
  let asking: AbortController | null = null;
  /** The scanner shows a finger until it takes the next one, and tells of it again when it reconnects. */
  let used: Template | null = null;
  const timers: Partial<
    Record<'lookup' | 'settle' | 'finger' | 'notice' | 'lift' | 'again', ReturnType<typeof setTimeout>>
  > = {};

  const change = (patch: Partial<Entry>) => entry.set({ ...entry.get(), ...patch });
  function after(timer: keyof typeof timers, ms: number, work: () => void): void {
    clearTimeout(timers[timer]);
    timers[timer] = setTimeout(work, ms);
  }
  function say(notice: Notice, ms: number): void {
    change({ notice });
    after('notice', ms, () => change({ notice: null }));
  }

  const queue = createQueue(
    send,
    (line) => {
      say({ kind: 'settled', key: line.key }, line.state === 'refused' ? REFUSAL_SHOWN_MS : RESULT_SHOWN_MS);
      onSettled?.(line);
      if (line.state === 'refused') stay(line);
      if (entry.get().held) go();
    },
    away,
  );

  /** Leaves the number in its field for another try, unless the next pupil has begun. */
  function stay({ admissionNumber, kind, by, refusal }: Line): void {
    const { number, finger } = entry.get();
    if (!TRY_AGAIN.has(refusal?.problem) || number !== '' || finger) return;
    if (kind !== screen.kind || by !== screen.by) return;
    setNumber(admissionNumber, true);
    change({ again: true, field: by === 'pin' ? 'pin' : 'number' });
    after('again', REFUSAL_SHOWN_MS, () => {
      if (entry.get().again && entry.get().pin === '') forget();
    });
  }

  /** Somebody types for the next pupil: that the last one passed is no news any more. */
  function turnToNext(): void {
    const { notice } = entry.get();
    if (notice?.kind !== 'settled') return;
    const line = queue.lines.get().find(({ key }) => key === notice.key);
    if (line?.state === 'refused') return;
    clearTimeout(timers.notice);
    change({ notice: null });
  }

  function forget(): void {
    clearTimeout(timers.lookup);
    clearTimeout(timers.settle);
    clearTimeout(timers.finger);
    clearTimeout(timers.again);
    asking?.abort();
    asking = null;
    const { notice, finger } = entry.get();
    entry.set({ ...EMPTY, notice });
    if (finger) release(finger);
  }

  function release(finger: Template): void {
    used = finger;
    after('lift', LIFT_MS, () => onFingerTaken?.());
  }

  /** Sends the pupil, or keeps everything as it is until there is room. */
  function go(): void {
    const { number, pin, finger, lookup } = entry.get();
    const proof = screen.by === 'pin' ? { pin } : finger && pictureFields(finger);
    if (!proof) return change({ held: false });
    const pupil = lookup.status === 'found' ? lookup.pupil : null;
    const sent = queue.submit({
      ...screen,
      admissionNumber: number,
      names: pupil?.names ?? null,
      className: pupil?.className ?? null,
      proof,
    });
    if (sent) forget();
    else change({ held: true });
  }

  function consider(): void {
    const { number, finger, settled, lookup, held } = entry.get();
    if (held || screen.by === 'pin' || !finger || number === '' || !settled) return;
    if (lookup.status === 'found' || lookup.status === 'unreachable') go();
  }

  function look(number: string): void {
    const asked = new AbortController();
    asking = asked;
    change({ lookup: { status: 'looking' } });
    void finder.find(number, asked.signal).then((lookup) => {
      if (asking !== asked) return;
      change({ lookup });
      consider();
    });
  }

  function setNumber(text: string, settled: boolean): void {
    const number = text.replace(/\D/g, '').slice(0, LONGEST_NUMBER);
    if (number === entry.get().number && !settled) return;
    asking?.abort();
    asking = null;
    clearTimeout(timers.lookup);
    const known = finder.remembered(number);
    change({
      number,
      settled,
      held: false,
      again: false,
      lookup: known ? { status: 'found', pupil: known } : { status: number ? 'looking' : 'none' },
    });
    if (number === '') return clearTimeout(timers.settle);
    if (!known) after('lookup', settled ? 0 : LOOKUP_AFTER_MS, () => look(number));
    if (settled) consider();
    else
      after('settle', SETTLED_AFTER_MS, () => {
        change({ settled: true });
        consider();
      });
  }

  function missing(what: Missing): void {
    say({ kind: 'missing', what }, RESULT_SHOWN_MS);
    if (what !== 'finger') change({ field: what });
  }

  const lane: Lane = {
    entry,
    queue,
    show(next) {
      if (next.by !== screen.by) {
        clearTimeout(timers.finger);
        change({ pin: '', field: 'number', finger: null, held: false });
      }
      screen = next;
    },
    type(text) {
      turnToNext();
      const { again, number } = entry.get();
      // What is typed after a number that stayed is another number.
      const replaces = again && text.length > number.length && text.startsWith(number);
      setNumber(replaces ? text.slice(number.length) : text, false);
    },
    typePin(pin) {
      turnToNext();
      change({ pin: pin.replace(/\D/g, '').slice(0, LONGEST_PIN), held: false });
    },
    focus: (field) => change({ field }),
    key(key) {
      const { field, number, pin } = entry.get();
      const text = field === 'pin' ? pin : number;
      const typed = key === 'Backspace' ? text.slice(0, -1) : text + key;
      if (field === 'pin') lane.typePin(typed);
      else lane.type(typed);
    },
    card(number) {
      turnToNext();
      change({ pin: '' });
      setNumber(number, true);
      if (screen.by === 'pin') change({ field: 'pin' });
    },
    finger(template) {
      if (template && template === used) return;
      change({ finger: template });
      clearTimeout(timers.finger);
      if (!template) return;
      clearTimeout(timers.lift);
      after('finger', FINGER_KEPT_MS, () => {
        if (entry.get().held) return;
        change({ finger: null });
        release(template);
      });
      consider();
    },
    press(by) {
      const { number, pin, finger, field, held } = entry.get();
      if (held) return;
      if (number === '') return missing('number');
      clearTimeout(timers.settle);
      change({ settled: true });
      if (screen.by === 'pin') {
        if (pin !== '') return go();
        return field === 'pin' ? missing('pin') : change({ field: 'pin' });
      }
      if (finger) return go();
      if (by === 'button') missing('finger');
    },
    clear() {
      clearTimeout(timers.notice);
      change({ notice: null });
      forget();
    },
    override: (key, reason) => queue.override(key, reason),
  };
  return lane;
}
