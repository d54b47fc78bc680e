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

/** Notice: what the band has to say of the last thing that happened. */
export type Notice =
  | { readonly kind: 'settled'; readonly key: string }
  | { readonly kind: 'missing'; readonly what: Missing }
  /** Not sent: typed as a PIN, it may be the next student's number. */
  | { readonly kind: 'doubt' }
  /** Nobody was found whose finger it is. */
  | { readonly kind: 'nobody'; readonly refusal: CallError }
  /** A touch was not taken back. */
  | { readonly kind: 'stands' }
  /** Keys for the next student were not taken. */
  | { readonly kind: 'untaken' };

/** Told: what the band says besides of answers; `unknown`: a number that is nobody's has been typed to its end. */
export type Told = Notice | { readonly kind: 'unknown' };

/** Entry: what has been entered for the student who stands there now. */
export interface Entry {
  readonly number: string;
  readonly pin: string;
  /** Field: where the keys go. */
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
  /** The finger named the student, who goes out once the guard has looked and pressed. */
  readonly confirm: boolean;
  readonly ahead: Ahead;
  /** The number may be a PIN once more: dots stand in its place, and nobody is asked for it. */
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
/** Try again: what a student may simply try again. */
const TRY_AGAIN = new Set<Problem | null | undefined>([
  'fingerprint.no-match',
  'fingerprint.replayed',
  'fingerprint.bad-image',
  'fingerprint.low-quality',
  'pin.wrong',
]);
const UNTAKEN: Notice = { kind: 'untaken' };
const LOOKUP_AFTER_MS = 150;
/** The first digits of a number may be a number too, so a finger that was there first waits for the typing to end. */
const SETTLED_AFTER_MS = 800;
/** A finger that nobody claims is dropped, or it would go with the next student's number. */
const FINGER_KEPT_MS = 30_000;
/** The scanner asks for the next finger after the answer to the last one; without an answer, after this long. */
const LIFT_MS = 5_000;
export const RESULT_SHOWN_MS = 4_000;
export const REFUSAL_SHOWN_MS = 12_000;

/** Touching: a finger without a number, where the school allows it. */
export interface Touching {
  allowed(): boolean;
  /** Whose finger it is; records nothing. */
  whose(proof: Proof): Promise<Student>;
}

export interface Lane {
  readonly entry: Store<Entry>;
  readonly queue: Queue;
  show(screen: Screen): void;
  /** `isPasted`: it is whole, and no digits behind what stands there. */
  type(number: string, isPasted?: boolean): void;
  typePin(pin: string): void;
  focus(field: Entry['field']): void;
  /** A digit, or the backspace, of the keypad. */
  key(key: string): void;
  /** A card that was read stands for typing, whatever was typed before. */
  card(number: string): void;
  /** `sure`: the service waits until a finger is off, so that this is no finger that was tried before. */
  finger(template: Template | null, sure?: boolean): void;
  /** The reader could not use a finger, and asks for it once more: the next child is there. */
  advised(): void;
  /** Enter or the button: goes as far as it can. `button` says what is missing; Enter waits for the finger in silence. */
  press(by: 'button' | 'enter'): void;
  clear(): void;
  /** A key that came while a question stands: it is the next student's number. Empty: nobody can tell whose the keys before were. */
  typeAhead(key: string): void;
  /** A question stands before the guard, or is over: then what was typed for the next student stands in its field. */
  ask(stands: boolean): void;
  override(key: string, reason: string): boolean;
  /** It was another child: takes the touch back, or says that it stands. */
  takeBack(key: string): Promise<void>;
}

export interface LaneParts {
  readonly finder: Finder;
  readonly send: Send;
  readonly onSettled?: (line: Line) => void;
  /** Hears what the band says besides, so that it is said by a sound too. */
  readonly onNotice?: (told: Told) => void;
  /** The scanner may take the next finger. */
  readonly onFingerTaken?: () => void;
  /** Away: where there is a place for those who come while there is no network. */
  readonly away?: Away;
  readonly touching?: Touching;
  readonly takeBack?: TakeBack;
  /** Attempts: where each press lies until there is an answer. */
  readonly attempts?: Attempts;
  /** Choice that goes with each check-out from its press on. */
  readonly releaseNow?: () => ReleaseChoice | undefined;
}

/**
 * One lane at the gate, apart from any screen: puts number and finger (or PIN) together in whichever order they come,
 * and sends each student as soon as both are there, while the next one is typed.
 */
export function createLane(parts: LaneParts): Lane {
  const { finder, send, onSettled, onNotice, onFingerTaken, away, touching, takeBack, attempts, releaseNow } = parts;
  const entry = createStore<Entry>(EMPTY);
  const doubt = createPinPlausibility();
  /** Account and school for which this lane works, from the first moment in which they are known. */
  let from = workplaceNow();
  let screen: Screen = { kind: 'in', by: 'fingerprint' };
  /** Screen on which the one who waits for room was pressed: another one is for whoever comes next. */
  let pressedOn = screen;
  let asking: AbortController | null = null;
  /** The scanner shows a finger until it takes the next one, and tells of it again when it reconnects. */
  let used: Template | null = null;
  let sure = false;
  /** Number that stood there when the finger was read. */
  let readFor = '';
  let releasing = false;
  /** A question stands. */
  let asked = false;
  /** An Enter or a card has ended the number that stands in the field: what is typed behind it is another one. */
  let isEnded = false;
  /** PIN that what is typed may be, once more. */
  let echo: string | undefined;
  /** The last one that was let go of: the very same once more is a number. */
  let echoLetGo: string | undefined;
  /** That keys were not taken is still to be said, once the band has no refusal to act on. */
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
  /** Takes the place of no refusal, with which its button would go. */
  function sayUntaken(ms: number): void {
    untaken = isToAct();
    if (untaken) onNotice?.(UNTAKEN);
    else say(UNTAKEN, ms);
  }
  /** True of a notice on which a guard may have to act. */
  function isToAct(): boolean {
    const { notice } = entry.get();
    if (notice?.kind !== 'settled') return notice !== null && notice.kind !== 'missing' && notice.kind !== 'untaken';
    const line = queue.lines.get().find(({ key }) => key === notice.key);
    return line !== undefined && ['refused', 'undone', 'stopping'].includes(line.state);
  }
  /** Holds keys of the next student: digits that count one by one, some for whoever waits for room and some for the next one, would be another student's number. */
  function hold(keys: readonly string[]): void {
    const { ahead, field, held, number, pin } = entry.get();
    const begun = !held && number !== '' && pin === '' && screen.by === 'pin' && field === 'number';
    const typed = keys.reduce((before, key) => typeBehind(before, key, begun), ahead);
    echo = echoOf(typed.digits, [echo, pin, ...pinsKept()]);
    const next = { ...typed, veiled: !typed.card && isVeiled(typed.digits, echo) };
    // A PIN is not kept in sight, and what is left of one is none.
    if (field === 'pin' && !held && !next.card && /^\d/.test(keys.join(''))) change({ pin: '', ahead: LOST_AHEAD });
    else change({ ahead: next });
    if (entry.get().ahead.lost) sayUntaken(RESULT_SHOWN_MS);
  }
  /** PINs whose students have no answer yet, or may pass by another press. */
  function pinsKept(): (string | undefined)[] {
    return queue.lines.get().map(({ by, proof }) => (by === 'pin' ? proof?.pin?.toString() : undefined));
  }
  /** Nobody types on what is left of a PIN; what has a PIN behind it is none. */
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
    // The first twelve digits may be another student's number.
    if (numberOf(whole) !== whole || ahead.veiled) lost = true;
    else if (card) lane.card(digits);
    else {
      if (digits !== '') lane.type(number + digits);
      if (ended) lane.press('enter');
    }
    if (lost) sayUntaken(REFUSAL_SHOWN_MS);
  }
  /** True where a student waits for room: what is typed behind them is the next one's, and a Backspace is about that first. */
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
    // Emptied: of all those keys nobody can tell whose they were.
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
      // A PIN that comes later would be read in the number's field, and go as a number.
      if (entry.get().field === 'pin') doubt.wait(admissionNumber);
      else forget();
    });
  }

  /** Somebody types for the next student: that the last one passed is no news any more. */
  function turnToNext(): void {
    if (entry.get().notice?.kind === 'settled' && !isToAct()) unsay();
  }

  /** Another student is known to stand there: of a refusal before the list tells, and offers what the band did. */
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

  /** Sends the student, or keeps everything as it is until there is room. */
  function go(): void {
    // A child who stood there when another school was picked is none of that one's, nor of somebody else who has unlocked the desk.
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
    // A finger that came to it ends its typing, as a PIN behind it does: what only begins like one is a number.
    if (veiled && settled && finger && readFor !== '' && isOwner(readFor, number) && !isWhole(number, echo))
      return setNumber(number, true);
    if (number !== '' && (settled || lookup.status === 'found')) turnFully(number);
    if (isNobodys(entry.get())) onNotice?.({ kind: 'unknown' });
    if (held || screen.by === 'pin' || !finger) return;
    if (number === '') return touched(finger);
    if (!settled || confirm || !isOwner(readFor, number)) return;
    // A wrong finger that stays on would be tried until the student is locked out: this one takes a press.
    if (again && !sure) return;
    if (lookup.status === 'found' || lookup.status === 'unreachable') go();
  }

  /** A finger without a number: in at once, out once the guard has looked at whom it names. */
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

  /** The finger was another child's: it goes with no other number. */
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
      // A PIN is one child's, and so is the finger that has named one.
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
      // Whom a finger named for the way out is not let in by it.
      if (confirm && !held) forget();
      if (next.by !== screen.by) {
        // Behind a number that stands comes the PIN, which could be read in its field.
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
      // Of a number over one that waits for room nobody can tell what is new of it.
      if (held && isPasted) return hold(['?']);
      if (isBehind(text, number)) return;
      turnToNext();
      // Digits typed after a number that stayed, that was ended, or that a finger has named, are another number.
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
      // No PIN comes behind the beginning of one.
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
      // A finger that came to another number is that child's.
      if (before !== '' && before !== number) dropFinger();
      setNumber(number, true);
      isEnded = true;
      if (screen.by === 'pin') change({ field: 'pin' });
    },
    finger(template, isSure = false) {
      sure = isSure;
      if (template && template === used) return;
      // A reader that is pulled out, or takes the next finger, does not take away that of a student who waits for room.
      if (entry.get().held) return;
      change({ finger: template });
      readFor = entry.get().number;
      clearTimeout(timers.finger);
      if (!template) return;
      clearTimeout(timers.lift);
      releasing = false;
      after('finger', FINGER_KEPT_MS, () => {
        if (entry.get().held) return;
        // A child who was named and did not go is not the next one's.
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
      // One that came to a longer number is not this student's.
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
      // About what stands in the field.
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

/** True for a number that no student has, once it is typed to its end: on its way there each number is the beginning of another one. */
export function isNobodys({ number, settled, lookup }: Pick<Entry, 'number' | 'settled' | 'lookup'>): boolean {
  return number !== '' && settled && lookup.status === 'missing';
}

/** Stays longer: a refusal, or a name that a touch alone told, on which a guard may have to act. */
function isLong({ state, touch }: Line): boolean {
  return state === 'refused' || state === 'undone' || state === 'stopping' || touch === true;
}
