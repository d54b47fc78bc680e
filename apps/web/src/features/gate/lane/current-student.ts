import { createPinPlausibility, type PinPlausibility } from '../../../school/pin-plausibility.ts';
import type { Finder } from '../lookup.ts';
import type { Line } from '../queue/line.ts';
import type { Screen } from '../screens.ts';
import { NOTHING_AHEAD } from './ahead.ts';
import { type CurrentEntry, createCurrentEntry } from './current-entry.ts';
import { createEchoes, type Echoes } from './echoes.ts';
import type { Missing, Told } from './entry.ts';
import { createNotices, type Notices, RESULT_SHOWN_MS } from './notices.ts';
import { createNumberField, type NumberField } from './number-field.ts';
import { createScannedFinger, type ScannedFinger } from './scanned-finger.ts';

/** The student who is being entered now: the entry's parts, and the screen on which they are entered. */
export interface CurrentStudent {
  readonly entry: CurrentEntry;
  readonly number: NumberField;
  readonly finger: ScannedFinger;
  readonly echoes: Echoes;
  readonly plausibility: PinPlausibility;
  readonly notices: Notices;
  readonly onNotice: (told: Told) => void;
  screen(): Screen;
  show(next: Screen): void;
  reportMissing(what: Missing): void;
  /** Clears a number that may be part of a PIN once typing has ended, so that nobody adds digits to it. */
  dropEcho(): void;
  /** Ends the entry: the next student may be entered. */
  forget(): void;
}

export interface CurrentStudentParts {
  readonly finder: Finder;
  readonly lines: () => readonly Line[];
  readonly onNotice: (told: Told) => void;
  readonly onFingerTaken: () => void;
  /** Called when the number may have become ready to be sent. */
  readonly onNumber: () => void;
}

export function createCurrentStudent(parts: CurrentStudentParts): CurrentStudent {
  const { finder, lines, onNotice, onFingerTaken, onNumber } = parts;
  let screen: Screen = { kind: 'in', by: 'fingerprint' };
  const entry = createCurrentEntry();
  const plausibility = createPinPlausibility();
  const notices = createNotices(entry, (key) => lines().find((line) => line.key === key), onNotice);
  const echoes = createEchoes(lines);
  const finger = createScannedFinger(entry, forget, onFingerTaken);
  const number = createNumberField({ entry, finder, echoes, finger, onChange: onNumber, onPause: dropEcho });

  function forget(): void {
    const former = entry.get();
    number.stop();
    finger.stopWaiting();
    notices.forgetDropped();
    entry.empty();
    if (former.ahead === NOTHING_AHEAD) echoes.forget();
    if (former.finger) finger.release(former.finger);
  }
  function dropEcho(): void {
    const now = entry.get();
    // A number with a PIN entered behind it stays.
    if (!now.veiled || !now.settled || now.field === 'pin' || now.pin !== '' || echoes.isPending(now.number)) return;
    forget();
    notices.sayDropped(RESULT_SHOWN_MS);
  }

  return {
    entry,
    number,
    finger,
    echoes,
    plausibility,
    notices,
    onNotice,
    screen: () => screen,
    show(next) {
      const { confirm, held } = entry.get();
      // A child whom a finger named for check-out is not checked in by that finger.
      if (confirm && !held) forget();
      if (next.by !== screen.by) {
        // Behind a number comes the PIN, which would be readable in the number field.
        entry.change({ field: next.by === 'pin' && !held && entry.get().number !== '' ? 'pin' : 'number' });
        if (!held) {
          finger.stopWaiting();
          entry.change({ pin: '', finger: null });
        }
      }
      screen = next;
    },
    reportMissing(what) {
      notices.say({ kind: 'missing', what }, RESULT_SHOWN_MS);
      if (what !== 'finger') entry.change({ field: what });
    },
    dropEcho,
    forget,
  };
}
