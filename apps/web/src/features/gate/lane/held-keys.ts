import { LOST_AHEAD, NOTHING_AHEAD, typeBehind } from './ahead.ts';
import type { CurrentStudent } from './current-student.ts';
import { isAheadTypeable, keysBetween } from './entry.ts';
import type { Input } from './input.ts';
import { REFUSAL_SHOWN_MS, RESULT_SHOWN_MS } from './notices.ts';

/** Keys for the next student, held while the current entry waits for room or a dialog is open. */
export interface HeldKeys {
  /**
   * Holds keys as a whole: if some digits went to the held entry and some to the next one, both numbers would be wrong.
   */
  hold(keys: readonly string[]): void;
  holdCard(number: string): void;
  /** Drops all held keys, since nobody can tell whose they were. */
  drop(): void;
  /** Returns true where a held entry exists and an edit of its field went to the next student. Backspace removes held keys first. */
  takeEdit(before: string, text: string): boolean;
  /** Types the held keys into the next student's field, if that is free. */
  replay(): void;
  /** Notes that a dialog opened or closed. */
  setDialog(isOpen: boolean): void;
  isDialogOpen(): boolean;
}

/** Field into which the keys are typed at last. */
type Target = Pick<Input, 'type' | 'card' | 'press'>;

export function createHeldKeys(student: CurrentStudent, target: () => Target): HeldKeys {
  const { entry, echoes, notices, number, screen } = student;
  const { get, change } = entry;
  let isDialogOpen = false;

  function hold(keys: readonly string[]): void {
    const { ahead, field, held, pin, ...now } = get();
    const isBegun = !held && now.number !== '' && pin === '' && screen().by === 'pin' && field === 'number';
    const typed = keys.reduce((before, key) => typeBehind(before, key, isBegun), ahead);
    const isEcho = echoes.ofAhead(typed.digits, pin);
    // In the PIN field the digits may be a PIN: neither the held keys nor the field keep any of them.
    if (field === 'pin' && !held && !typed.card && /^\d/.test(keys.join(''))) change({ pin: '', ahead: LOST_AHEAD });
    else change({ ahead: { ...typed, veiled: !typed.card && isEcho } });
    if (get().ahead.lost) notices.sayDropped(RESULT_SHOWN_MS);
  }
  function drop(): void {
    change({ ahead: LOST_AHEAD });
    notices.sayDropped(RESULT_SHOWN_MS);
  }

  return {
    hold,
    holdCard(number) {
      change({ ahead: { ...NOTHING_AHEAD, typed: number, digits: number, ended: true, card: true } });
    },
    drop,
    takeEdit(before, text) {
      const { held, ahead } = get();
      if (!held || text === before) return held;
      const keys = keysBetween(before, text);
      const isRemoval = keys === null ? !ahead.lost : keys[0] === 'Backspace';
      if (ahead.typed === '' && isRemoval) {
        change({ ahead: NOTHING_AHEAD });
        return false;
      }
      if (keys) hold(keys);
      // Nobody can tell for which student the keys of an emptied field were typed.
      else drop();
      return true;
    },
    replay() {
      const now = get();
      const { ahead, held } = now;
      if (held || isDialogOpen || ahead === NOTHING_AHEAD) return;
      change({ ahead: NOTHING_AHEAD });
      const isTypeable = isAheadTypeable(now, number.isEnded());
      if (isTypeable && ahead.card) target().card(ahead.digits);
      else if (isTypeable) {
        if (ahead.digits !== '') target().type(now.number + ahead.digits);
        if (ahead.ended) target().press('enter');
      }
      if (ahead.lost || !isTypeable) notices.sayDropped(REFUSAL_SHOWN_MS);
    },
    setDialog(isOpen) {
      isDialogOpen = isOpen;
    },
    isDialogOpen: () => isDialogOpen,
  };
}
