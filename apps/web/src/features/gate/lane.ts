import type { Problem } from '@mfuko/contract/problem';
import { CallError } from '../../lib/problems.ts';
import type { Template } from '../../lib/scanner/messages.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { workplaceNow } from '../../lib/workplace.ts';
import { numberOf } from '../../school/admission-number.ts';
import { isPin, pinOf } from '../../school/check-pin.ts';
import { isOfAnother, isOwner } from '../../school/finger-owner.ts';
import { echoOf, isVeiled, isWhole } from '../../school/pin-echo.ts';
import { createPinPlausibility } from '../../school/pin-plausibility.ts';
import { type Ahead, LOST_AHEAD, NOTHING_AHEAD, typeBehind } from './ahead.ts';
import type { Finder, Lookup, Student } from './lookup.ts';
import {
  type Attempts,
  type Away,
  createQueue,
  isOfOther,
  type Line,
  type Proof,
  type Queue,
  type Send,
  type TakeBack,
} from './queue.ts';
import type { ReleaseChoice } from './release.ts';
import type { Screen } from './screens.ts';

export type Missing = 'number' | 'pin' | 'finger';

/** Notice: the banner's message about the last event. */
export type Notice =
  | { readonly kind: 'settled'; readonly key: string }
  | { readonly kind: 'missing'; readonly what: Missing }
  /** Not sent: the digits typed as a PIN may be the next student's number. */
  | { readonly kind: 'doubt' }
  /** No student was found for a finger. */
  | { readonly kind: 'nobody'; readonly refusal: CallError }
  /** A touch could not be taken back. */
  | { readonly kind: 'stands' }
  /** Keys for the next student were dropped. */
  | { readonly kind: 'untaken' };

/** Messages other than answers; `unknown`: a number that no student has was typed to its end. */
export type Told = Notice | { readonly kind: 'unknown' };

/** Entry: number and proof that were entered for the current student. */
export interface Entry {
  readonly number: string;
  readonly pin: string;
  /** Field that receives the keys. */
  readonly field: 'number' | 'pin';
  readonly finger: Template | null;
  readonly lookup: Lookup;
  /** True once typing has ended: a finger may be sent with this number. */
  readonly settled: boolean;
  /** True for a complete entry that waits because three requests are open; the next answer sends it. */
  readonly held: boolean;
  readonly notice: Notice | null;
  /** The number stayed after a failed proof, for another try without typing; typing the next number replaces it. */
  readonly again: boolean;
  /** True where a finger named the student: the check-out is sent once the guard has looked at the child and pressed. */
  readonly confirm: boolean;
  readonly ahead: Ahead;
  /** True where the digits may be a PIN that is typed again: dots replace them, and no lookup sends them. */
  readonly veiled: boolean;
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
  confirm: false,
  ahead: NOTHING_AHEAD,
  veiled: false,
};
/** Refusals after which the student may simply try again. */
const TRY_AGAIN = new Set<Problem | null | undefined>([
  'fingerprint.no-match',
  'fingerprint.replayed',
  'fingerprint.bad-image',
  'fingerprint.low-quality',
  'pin.wrong',
]);
const UNTAKEN: Notice = { kind: 'untaken' };
const LOOKUP_AFTER_MS = 150;
/**
 * Delay after which typing counts as ended: the first digits of a number may be another student's number, so a finger waits for the rest.
 */
const SETTLED_AFTER_MS = 800;
/** Lifetime of a finger without a number; a longer one would send the finger with the next student's number. */
const FINGER_KEPT_MS = 30_000;
/** Delay before the scanner may read the next finger where no answer has come; an answer frees the scanner at once. */
const LIFT_MS = 5_000;
export const RESULT_SHOWN_MS = 4_000;
export const REFUSAL_SHOWN_MS = 12_000;

/** Touching: check-ins by a finger without a number, where the school allows them. */
export interface Touching {
  allowed(): boolean;
  /** Returns the student to whom the finger belongs; records nothing. */
  whose(proof: Proof): Promise<Student>;
}

export interface Lane {
  readonly entry: Store<Entry>;
  readonly queue: Queue;
  show(screen: Screen): void;
  /** Sets the typed number. `isPasted`: the text is a whole number, not digits appended to the current one. */
  type(number: string, isPasted?: boolean): void;
  typePin(pin: string): void;
  focus(field: Entry['field']): void;
  /** Handles a digit or Backspace of the keypad. */
  key(key: string): void;
  /** Takes the number that a card reader sent, which replaces whatever was typed before. */
  card(number: string): void;
  /** Takes a finger. `sure`: the service waits until a finger is lifted, so this finger was not tried before. */
  finger(template: Template | null, sure?: boolean): void;
  /** Notes that the scanner asked for a better image of a finger, which means that the next child is at the gate. */
  advised(): void;
  /** Handles Enter or the button: sends the student if complete. The button reports a missing part; Enter waits silently for the finger. */
  press(by: 'button' | 'enter'): void;
  clear(): void;
  /** Holds a key for the next student while a dialog is open. An empty key drops all held keys, since nobody can tell whose they were. */
  typeAhead(key: string): void;
  /** Notes that a dialog opened or closed. On closing, the held keys are typed into the next student's field. */
  ask(stands: boolean): void;
  override(key: string, reason: string): boolean;
  /** Takes a touch of the wrong child back, or reports that it could not be taken back. */
  takeBack(key: string): Promise<void>;
}

export interface LaneParts {
  readonly finder: Finder;
  readonly send: Send;
  readonly onSettled?: (line: Line) => void;
  /** Receives notices that are no answers, to play a sound for them. */
  readonly onNotice?: (told: Told) => void;
  /** Called when the scanner may read the next finger. */
  readonly onFingerTaken?: () => void;
  /** Away: stores students who pass offline, on a device that has a queue for them. */
  readonly away?: Away;
  readonly touching?: Touching;
  readonly takeBack?: TakeBack;
  /** Attempts: stores each press on the disk until its answer arrives. */
  readonly attempts?: Attempts;
  /** Returns the choice that goes with each check-out; read at the moment of the press. */
  readonly releaseNow?: () => ReleaseChoice | undefined;
}

/**
 * One lane of the gate, independent of the screen. Pairs a number with a finger or PIN in whichever order they arrive, and sends each
 * student as soon as both are present, while the next number is being typed.
 */
export function createLane(parts: LaneParts): Lane {
  const { finder, send, onSettled, onNotice, onFingerTaken, away, touching, takeBack, attempts, releaseNow } = parts;
  const entry = createStore<Entry>(EMPTY);
  const doubt = createPinPlausibility();
  /** Account and school of this lane, fixed as soon as each is known. */
  let from = workplaceNow();
  let screen: Screen = { kind: 'in', by: 'fingerprint' };
  /** Screen on which the held entry was pressed; a later change of screen applies to the next student only. */
  let pressedOn = screen;
  let asking: AbortController | null = null;
  /** Finger that was used last: the scanner reports a finger until it reads the next one, and again after a reconnect. */
  let used: Template | null = null;
  let sure = false;
  /** Number in the field when the finger was read. */
  let readFor = '';
  let releasing = false;
  /** True while a dialog is open. */
  let asked = false;
  /** True once an Enter or a card has ended the number in the field: further digits start another number. */
  let isEnded = false;
  /** PIN that the typed digits may repeat. */
  let echo: string | undefined;
  /** PIN whose echo was dropped last: the same digits typed once more are accepted as a number. */
  let echoLetGo: string | undefined;
  /** True while the notice about dropped keys waits for a refusal on which the guard may have to act. */
  let untaken = false;
  const timers: Partial<
    Record<'lookup' | 'settle' | 'finger' | 'notice' | 'lift' | 'again', ReturnType<typeof setTimeout>>
  > = {};

  function change(patch: Partial<Entry>): void {
    const now = workplaceNow();
    from = { user: from.user || now.user, school: from.school ?? now.school };
    entry.set({ ...entry.get(), ...patch });
  }
  function after(timer: keyof typeof timers, ms: number, work: () => void): void {
    clearTimeout(timers[timer]);
    timers[timer] = setTimeout(work, ms);
  }
  function say(notice: Notice, ms: number): void {
    show(notice, ms);
    onNotice?.(notice);
  }
  function show(notice: Notice, ms: number): void {
    change({ notice });
    after('notice', ms, unsay);
  }
  function unsay(): void {
    clearTimeout(timers.notice);
    change({ notice: null });
    if (untaken) show(UNTAKEN, RESULT_SHOWN_MS);
    untaken = false;
  }
  /** Reports dropped keys without replacing a refusal, whose button would disappear with it. */
  function sayUntaken(ms: number): void {
    untaken = isToAct();
    if (untaken) onNotice?.(UNTAKEN);
    else say(UNTAKEN, ms);
  }
  /** Returns true for a notice on which the guard may have to act. */
  function isToAct(): boolean {
    const { notice } = entry.get();
    if (notice?.kind !== 'settled') return notice !== null && notice.kind !== 'missing' && notice.kind !== 'untaken';
    const line = queue.lines.get().find(({ key }) => key === notice.key);
    return line !== undefined && ['refused', 'undone', 'stopping'].includes(line.state);
  }
  /**
   * Holds keys for the next student as a whole: if some digits went to the held entry and some to the next one, both numbers would be
   * wrong.
   */
  function hold(keys: readonly string[]): void {
    const { ahead, field, held, number, pin } = entry.get();
    const begun = !held && number !== '' && pin === '' && screen.by === 'pin' && field === 'number';
    const typed = keys.reduce((before, key) => typeBehind(before, key, begun), ahead);
    echo = echoOf(typed.digits, [echo, pin, ...pinsKept()]);
    const next = { ...typed, veiled: !typed.card && isVeiled(typed.digits, echo) };
    // In the PIN field the digits may be a PIN: neither the held keys nor the field keep any of them.
    if (field === 'pin' && !held && !next.card && /^\d/.test(keys.join(''))) change({ pin: '', ahead: LOST_AHEAD });
    else change({ ahead: next });
    if (entry.get().ahead.lost) sayUntaken(RESULT_SHOWN_MS);
  }
  /** Returns the PINs of students whose answer is pending or who may be sent again. */
  function pinsKept(): (string | undefined)[] {
    return queue.lines.get().map(({ by, proof }) => (by === 'pin' ? proof?.pin?.toString() : undefined));
  }
  /**
   * Clears a number that may be part of a PIN once typing has ended, so that nobody adds digits to it. A number with a PIN entered behind
   * it stays.
   */
  function dropEcho(): void {
    const { veiled, settled, number, field, pin } = entry.get();
    if (!veiled || !settled || field === 'pin' || pin !== '' || echoOf(number, pinsKept())) return;
    forget();
    sayUntaken(RESULT_SHOWN_MS);
  }
  function loseAhead(): void {
    change({ ahead: LOST_AHEAD });
    sayUntaken(RESULT_SHOWN_MS);
  }
  function typeHeld(): void {
    const { ahead, held, number, again, confirm } = entry.get();
    if (held || asked || ahead === NOTHING_AHEAD) return;
    const { digits, ended, card } = ahead;
    let { lost } = ahead;
    change({ ahead: NOTHING_AHEAD });
    const whole = again || confirm || isEnded || card ? digits : number + digits;
    // `numberOf` cuts a text after twelve digits, and the cut number may be another student's.
    if (numberOf(whole) !== whole || ahead.veiled) lost = true;
    else if (card) lane.card(digits);
    else {
      if (digits !== '') lane.type(number + digits);
      if (ended) lane.press('enter');
    }
    if (lost) sayUntaken(REFUSAL_SHOWN_MS);
  }
  /** Returns true where a held entry exists and the typed keys went to the next student. Backspace removes held keys first. */
  function isBehind(text: string, before: string): boolean {
    const { held, ahead } = entry.get();
    if (!held || text === before) return held;
    const behind = text.startsWith(before) ? text.slice(before.length) : '?';
    const back = text === before.slice(0, -1);
    if (ahead.typed === '' && (back || (text === '' && !ahead.lost))) {
      change({ ahead: NOTHING_AHEAD });
      return false;
    }
    if (back) hold(['Backspace']);
    // The field was emptied at once, so nobody can tell for which student its keys were typed.
    else if (text === '') loseAhead();
    else hold(/^\d+$/.test(behind) ? [...behind] : ['?']);
    return true;
  }

  const queue = createQueue(
    send,
    (line) => {
      say({ kind: 'settled', key: line.key }, isLong(line) ? REFUSAL_SHOWN_MS : RESULT_SHOWN_MS);
      onSettled?.(line);
      takeNext();
      if (line.by === 'pin') doubt.answered(line.admissionNumber, line.refusal?.problem === 'pin.wrong');
      if (line.state === 'refused') stay(line);
      if (entry.get().held) go();
      typeHeld();
      dropEcho();
    },
    away,
    takeBack,
    attempts,
  );

  /** Leaves the number in its field for another try, unless the next student has begun. */
  function stay({ admissionNumber, kind, by, refusal }: Line): void {
    const { number, finger, ahead } = entry.get();
    if (asked || ahead !== NOTHING_AHEAD) return;
    if (admissionNumber === '' || !TRY_AGAIN.has(refusal?.problem) || number !== '' || finger) return;
    if (kind !== screen.kind || by !== screen.by) return;
    setNumber(admissionNumber, true);
    change({ again: true, field: by === 'pin' ? 'pin' : 'number' });
    after('again', REFUSAL_SHOWN_MS, () => {
      if (!entry.get().again || entry.get().pin !== '') return;
      // If the number were cleared, a PIN typed later would land in the number field and be sent as a number.
      if (entry.get().field === 'pin') doubt.wait(admissionNumber);
      else forget();
    });
  }

  /** Removes the last success message once typing for the next student begins. */
  function turnToNext(): void {
    if (entry.get().notice?.kind === 'settled' && !isToAct()) unsay();
  }

  /**
   * Removes the notice about an earlier student once another student is identified: the list shows the refusal and offers the same action.
   */
  function turnFully(number: string): void {
    const { notice } = entry.get();
    if (notice?.kind === 'missing' || notice?.kind === 'untaken' || !notice) return;
    const line = notice.kind === 'settled' && queue.lines.get().find(({ key }) => key === notice.key);
    if (line && line.admissionNumber === number) return;
    unsay();
  }

  function forget(): void {
    clearTimeout(timers.lookup);
    clearTimeout(timers.settle);
    clearTimeout(timers.finger);
    clearTimeout(timers.again);
    asking?.abort();
    asking = null;
    untaken = false;
    const { notice, finger, ahead } = entry.get();
    entry.set({ ...EMPTY, notice, ahead });
    if (ahead === NOTHING_AHEAD) echo = undefined;
    if (finger) release(finger);
  }

  function release(finger: Template): void {
    used = finger;
    releasing = true;
    if (sure) takeNext();
    else after('lift', LIFT_MS, takeNext);
  }
  function takeNext(): void {
    clearTimeout(timers.lift);
    if (releasing) onFingerTaken?.();
    releasing = false;
  }

  /** Sends the current student, or keeps the entry until the queue has room. */
  function go(): void {
    // An entry made for another school, or by the user before the desk was unlocked by somebody else, is not sent.
    if (isOfOther(from)) return;
    const { number, pin, finger, lookup, held } = entry.get();
    if (!held) pressedOn = screen;
    const proof = pressedOn.by === 'pin' ? { pin } : finger && pictureFields(finger);
    if (!proof) return change({ held: false });
    const student = lookup.status === 'found' ? lookup.student : null;
    const release = pressedOn.kind === 'out' ? releaseNow?.() : undefined;
    const sent = queue.submit({
      ...pressedOn,
      admissionNumber: number,
      ...(number === '' ? { touch: true } : {}),
      ...(release && { release }),
      names: student?.names ?? null,
      className: student?.className ?? null,
      proof,
    });
    if (sent) forget();
    else change({ held: true });
  }

  function consider(): void {
    const { number, finger, settled, lookup, held, again, confirm, veiled } = entry.get();
    // A finger ends the typing, as an entered PIN does: digits that only start like a PIN are a number.
    if (veiled && settled && finger && readFor !== '' && isOwner(readFor, number) && !isWhole(number, echo))
      return setNumber(number, true);
    if (number !== '' && (settled || lookup.status === 'found')) turnFully(number);
    if (isNobodys(entry.get())) onNotice?.({ kind: 'unknown' });
    if (held || screen.by === 'pin' || !finger) return;
    if (number === '') return touched(finger);
    if (!settled || confirm || !isOwner(readFor, number)) return;
    // A wrong finger left on the glass would retry until the student is locked out, so a retry without `sure` needs a press.
    if (again && !sure) return;
    if (lookup.status === 'found' || lookup.status === 'unreachable') go();
  }

  /** Handles a finger without a number: checks in at once; checks out once the guard has compared the named child. */
  function touched(finger: Template): void {
    if (!touching?.allowed()) return;
    turnToNext();
    if (screen.kind === 'in') return go();
    const asked = screen;
    touching.whose(pictureFields(finger)).then(
      (student) => {
        const now = entry.get();
        if (now.finger !== finger || now.number !== '' || screen !== asked) return;
        readFor = student.admissionNumber;
        setNumber(student.admissionNumber, false);
        clearTimeout(timers.lookup);
        clearTimeout(timers.settle);
        change({ lookup: { status: 'found', student }, settled: true, confirm: true });
      },
      (error: unknown) => {
        if (entry.get().finger !== finger || screen !== asked) return;
        change({ finger: null });
        if (error instanceof CallError && error.status !== null)
          say({ kind: 'nobody', refusal: error }, REFUSAL_SHOWN_MS);
        else missing('number');
        release(finger);
      },
    );
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

  /** Drops a finger that belonged to another child, so that no other number is sent with it. */
  function dropFinger(): void {
    const { finger } = entry.get();
    if (!finger) return;
    clearTimeout(timers.finger);
    change({ finger: null });
    release(finger);
  }

  function setNumber(text: string, settled: boolean): void {
    const number = numberOf(text);
    const before = entry.get();
    if (number === before.number && !settled) return;
    if (number !== before.number) {
      isEnded = false;
      // A PIN belongs to one child, and so does a finger that has named a child.
      change({ pin: '' });
      if (before.confirm || isOfAnother(readFor, before.number, number)) dropFinger();
    }
    asking?.abort();
    asking = null;
    clearTimeout(timers.lookup);
    const known = finder.remembered(number);
    echo = settled
      ? undefined
      : echoOf(
          number,
          [echo, ...pinsKept()].filter((pin) => pin !== echoLetGo),
        );
    const veiled = isVeiled(number, echo);
    change({
      veiled,
      number,
      settled,
      held: false,
      again: false,
      confirm: false,
      lookup: known ? { status: 'found', student: known } : { status: number ? 'looking' : 'none' },
    });
    if (number === '') return clearTimeout(timers.settle);
    if (!known && !veiled) after('lookup', settled ? 0 : LOOKUP_AFTER_MS, () => look(number));
    if (settled) consider();
    else
      after('settle', SETTLED_AFTER_MS, () => {
        change({ settled: true });
        consider();
        dropEcho();
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
      const { confirm, held } = entry.get();
      // A child whom a finger named for check-out is not checked in by that finger.
      if (confirm && !held) forget();
      if (next.by !== screen.by) {
        // Behind a number comes the PIN, which would be readable in the number field.
        change({ field: next.by === 'pin' && !held && entry.get().number !== '' ? 'pin' : 'number' });
        if (!held) {
          clearTimeout(timers.finger);
          change({ pin: '', finger: null });
        }
      }
      screen = next;
    },
    type(text, isPasted = false) {
      const { again, confirm, number, held } = entry.get();
      // Pasted text over a held entry cannot be split into the old number and new digits.
      if (held && isPasted) return hold(['?']);
      if (isBehind(text, number)) return;
      turnToNext();
      // Digits typed after a number that stayed, was ended or was named by a finger start another number.
      const replaces =
        !isPasted && (again || confirm || isEnded) && text.length > number.length && text.startsWith(number);
      setNumber(replaces ? text.slice(number.length) : text, false);
    },
    typePin(pin) {
      if (isBehind(pin, entry.get().pin)) return;
      turnToNext();
      change({ pin: pinOf(pin), held: false });
    },
    focus(field) {
      const now = entry.get();
      if (now.held && now.field !== field) hold(['Tab']);
      change({ field });
      // A PIN never follows the beginning of a PIN, so the digits are a number.
      if (field === 'pin' && now.veiled && !isWhole(now.number, echo)) setNumber(now.number, true);
    },
    key(key) {
      const { field, number, pin } = entry.get();
      const text = field === 'pin' ? pin : number;
      const typed = key === 'Backspace' ? text.slice(0, -1) : text + key;
      if (field === 'pin') lane.typePin(typed);
      else lane.type(typed);
    },
    card(number) {
      if (asked || entry.get().held)
        return change({ ahead: { ...NOTHING_AHEAD, typed: number, digits: number, ended: true, card: true } });
      turnToNext();
      change({ pin: '' });
      const before = entry.get().number;
      // A finger read for another number belongs to that child.
      if (before !== '' && before !== number) dropFinger();
      setNumber(number, true);
      isEnded = true;
      if (screen.by === 'pin') change({ field: 'pin' });
    },
    finger(template, isSure = false) {
      sure = isSure;
      if (template && template === used) return;
      // A held entry keeps its finger, even where the reader is unplugged or reads the next finger.
      if (entry.get().held) return;
      change({ finger: template });
      readFor = entry.get().number;
      clearTimeout(timers.finger);
      if (!template) return;
      clearTimeout(timers.lift);
      releasing = false;
      after('finger', FINGER_KEPT_MS, () => {
        if (entry.get().held) return;
        // A child who was named but did not go is not the next child.
        if (entry.get().confirm) return forget();
        change({ finger: null });
        release(template);
      });
      consider();
    },
    advised: turnToNext,
    press(by) {
      const { number, pin, finger, field, held } = entry.get();
      if (held) return hold(['Enter']);
      if (number === '') return missing('number');
      if (isWhole(number, echo)) {
        echoLetGo = echo;
        forget();
        return sayUntaken(RESULT_SHOWN_MS);
      }
      if (entry.get().veiled) setNumber(number, true);
      isEnded = true;
      clearTimeout(timers.settle);
      change({ settled: true });
      if (screen.by === 'pin') {
        if (pin === '' && field !== 'pin') return change({ field: 'pin' });
        if (!isPin(pin)) return missing('pin');
        return doubt.mayGo(number, pin) ? go() : say({ kind: 'doubt' }, REFUSAL_SHOWN_MS);
      }
      if (finger && isOwner(readFor, number)) return go();
      // A finger read for a longer number belongs to another student.
      dropFinger();
      if (by === 'button') missing('finger');
    },
    clear() {
      doubt.forget();
      clearTimeout(timers.notice);
      change({ notice: null, ahead: NOTHING_AHEAD });
      forget();
    },
    typeAhead(key) {
      const { held, ahead } = entry.get();
      if (key === '') loseAhead();
      // Backspace without held keys edits the field.
      else if (key === 'Backspace' && !held && ahead.typed === '' && !ahead.ended) lane.key(key);
      else hold([key]);
    },
    ask(stands) {
      asked = stands;
      typeHeld();
    },
    override: (key, reason) => queue.override(key, reason),
    async takeBack(key) {
      if (!(await queue.takeBack(key))) say({ kind: 'stands' }, REFUSAL_SHOWN_MS);
    },
  };
  return lane;
}

/** Returns true for a number that no student has, once typing has ended: until then the digits may be the beginning of another number. */
export function isNobodys({ number, settled, lookup }: Pick<Entry, 'number' | 'settled' | 'lookup'>): boolean {
  return number !== '' && settled && lookup.status === 'missing';
}

/** Returns true for results that stay longer: refusals, and names found by a touch alone, on which a guard may have to act. */
function isLong({ state, touch }: Line): boolean {
  return state === 'refused' || state === 'undone' || state === 'stopping' || touch === true;
}
