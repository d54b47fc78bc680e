import { numberOf } from '../../../school/admission-number.ts';
import { isOfAnother } from '../../../school/finger-owner.ts';
import type { Finder, Student } from '../lookup.ts';
import type { CurrentEntry } from './current-entry.ts';
import type { Echoes } from './echoes.ts';
import { withNumber } from './entry.ts';
import type { ScannedFinger } from './scanned-finger.ts';
import { createTimer } from './timer.ts';

const LOOKUP_AFTER_MS = 150;
/**
 * Delay after which typing counts as ended: the first digits of a number may be another student's number, so a finger waits for the rest.
 */
const SETTLED_AFTER_MS = 800;

/** Number of the current entry, and the lookup of its student. */
export interface NumberField {
  /** Sets the number; `isSettled` where nobody is typing it. */
  set(text: string, isSettled: boolean): void;
  /** Sets a student whom a finger has named; the guard confirms before the student is sent. */
  name(student: Student): void;
  /** Notes that an Enter or a card has ended the number: further digits start another number. */
  end(): void;
  isEnded(): boolean;
  /** Ends the typing at once. */
  settle(): void;
  /** Cancels the lookup and the end of the typing. */
  stop(): void;
}

export interface NumberFieldParts {
  readonly entry: CurrentEntry;
  readonly finder: Finder;
  readonly echoes: Echoes;
  readonly finger: ScannedFinger;
  /** Called when the number may have become ready to be sent. */
  readonly onChange: () => void;
  /** Called behind `onChange`, once typing has paused. */
  readonly onPause: () => void;
}

export function createNumberField({ entry, finder, echoes, finger, onChange, onPause }: NumberFieldParts): NumberField {
  const { get, change } = entry;
  const lookupTimer = createTimer();
  const settleTimer = createTimer();
  let request: AbortController | null = null;
  let isEnded = false;

  function lookUp(number: string): void {
    const asked = new AbortController();
    request = asked;
    change({ lookup: { status: 'looking' } });
    void finder.find(number, asked.signal).then((lookup) => {
      if (request !== asked) return;
      change({ lookup });
      onChange();
    });
  }
  function abortLookup(): void {
    request?.abort();
    request = null;
    lookupTimer.stop();
  }
  function stop(): void {
    abortLookup();
    settleTimer.stop();
  }
  function settle(): void {
    settleTimer.stop();
    change({ settled: true });
  }
  /** Drops what was entered for another number: a PIN belongs to one child, and so does a finger that has named a child. */
  function leave(before: string, number: string): void {
    isEnded = false;
    const { confirm } = get();
    change({ pin: '' });
    if (confirm || isOfAnother(finger.reading().readFor, before, number)) finger.drop();
  }
  function set(text: string, isSettled: boolean): void {
    const number = numberOf(text);
    const before = get().number;
    if (number === before && !isSettled) return;
    if (number !== before) leave(before, number);
    stop();
    const known = finder.remembered(number);
    const isVeiled = echoes.ofNumber(number, isSettled);
    change(
      withNumber(
        number,
        isSettled,
        isVeiled,
        known ? { status: 'found', student: known } : { status: number ? 'looking' : 'none' },
      ),
    );
    if (number === '') return;
    if (!known && !isVeiled) lookupTimer.start(isSettled ? 0 : LOOKUP_AFTER_MS, () => lookUp(number));
    if (isSettled) onChange();
    else
      settleTimer.start(SETTLED_AFTER_MS, () => {
        settle();
        onChange();
        onPause();
      });
  }

  return {
    set,
    name(student) {
      set(student.admissionNumber, false);
      stop();
      change({ lookup: { status: 'found', student }, settled: true, confirm: true });
    },
    end() {
      isEnded = true;
    },
    isEnded: () => isEnded,
    settle,
    stop,
  };
}
