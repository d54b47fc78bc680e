import { isPin, pinOf } from '../../../school/check-pin.ts';
import { isOwner } from '../../../school/finger-owner.ts';
import type { CurrentStudent } from './current-student.ts';
import { type Entry, editedNumber, isNobodys } from './entry.ts';
import type { HeldKeys } from './held-keys.ts';
import { REFUSAL_SHOWN_MS, RESULT_SHOWN_MS } from './notices.ts';

/** Input of the guard: keys, cards and presses. */
export interface Input {
  /** Sets the typed number. `isPasted`: the text is a whole number, not digits appended to the current one. */
  type(number: string, isPasted?: boolean): void;
  typePin(pin: string): void;
  focus(field: Entry['field']): void;
  /** Handles a digit or Backspace of the keypad. */
  key(key: string): void;
  /** Takes the number that a card reader sent, which replaces whatever was typed before. */
  card(number: string): void;
  /** Handles Enter or the button: sends the student if complete. The button reports a missing part; Enter waits silently for the finger. */
  press(by: 'button' | 'enter'): void;
  /** Holds a key for the next student while a dialog is open. An empty key drops all held keys, since nobody can tell whose they were. */
  typeAhead(key: string): void;
}

export function createInput(student: CurrentStudent, held: HeldKeys, submit: () => void): Input {
  const { entry, echoes, finger, number, notices, plausibility, screen, forget, reportMissing, onNotice } = student;
  const { get, change } = entry;

  function type(text: string, isPasted = false): void {
    const now = get();
    // Pasted text over a held entry cannot be split into the old number and new digits.
    if (now.held && isPasted) return held.hold(['?']);
    if (held.takeEdit(now.number, text)) return;
    notices.leaveResult();
    number.set(isPasted ? text : editedNumber(text, now, number.isEnded()), false);
  }
  function typePin(text: string): void {
    if (held.takeEdit(get().pin, text)) return;
    notices.leaveResult();
    change({ pin: pinOf(text), held: false });
  }
  function key(pressed: string): void {
    const now = get();
    const text = now.field === 'pin' ? now.pin : now.number;
    const typed = pressed === 'Backspace' ? text.slice(0, -1) : text + pressed;
    if (now.field === 'pin') typePin(typed);
    else type(typed);
  }

  function pressPin({ number, pin, field }: Entry): void {
    if (pin === '' && field !== 'pin') return change({ field: 'pin' });
    if (!isPin(pin)) return reportMissing('pin');
    if (plausibility.mayGo(number, pin)) submit();
    else notices.say({ kind: 'doubt' }, REFUSAL_SHOWN_MS);
  }
  function pressFinger({ number, finger: template }: Entry, by: 'button' | 'enter'): void {
    if (template && isOwner(finger.reading().readFor, number)) return submit();
    // A finger read for a longer number belongs to another student.
    finger.drop();
    if (by === 'button') reportMissing('finger');
  }
  function press(by: 'button' | 'enter'): void {
    const pressed = get();
    if (pressed.held) return held.hold(['Enter']);
    if (pressed.number === '') return reportMissing('number');
    if (echoes.isWhole(pressed.number)) {
      echoes.accept();
      forget();
      return notices.sayDropped(RESULT_SHOWN_MS);
    }
    if (pressed.veiled) number.set(pressed.number, true);
    number.end();
    number.settle();
    if (!pressed.settled && isNobodys(get())) onNotice({ kind: 'unknown' });
    if (screen().by === 'pin') pressPin(pressed);
    else pressFinger(pressed, by);
  }

  return {
    type,
    typePin,
    focus(field) {
      const now = get();
      if (now.held && now.field !== field) held.hold(['Tab']);
      change({ field });
      // A PIN never follows the beginning of a PIN, so the digits are a number.
      if (field === 'pin' && now.veiled && !echoes.isWhole(now.number)) number.set(now.number, true);
    },
    key,
    card(scanned) {
      if (held.isDialogOpen() || get().held) return held.holdCard(scanned);
      notices.leaveResult();
      change({ pin: '' });
      const before = get().number;
      // A finger read for another number belongs to that child.
      if (before !== '' && before !== scanned) finger.drop();
      number.set(scanned, true);
      number.end();
      if (screen().by === 'pin') change({ field: 'pin' });
    },
    press,
    typeAhead(typed) {
      const now = get();
      if (typed === '') held.drop();
      // Backspace without held keys edits the field.
      else if (typed === 'Backspace' && !now.held && now.ahead.typed === '' && !now.ahead.ended) key(typed);
      else held.hold([typed]);
    },
  };
}
