import type { Template } from '../../../lib/scanner/messages.ts';
import type { CurrentEntry } from './current-entry.ts';
import type { Reading } from './entry.ts';
import { createTimer } from './timer.ts';

/** Lifetime of a finger without a number; a longer one would send the finger with the next student's number. */
const FINGER_KEPT_MS = 30_000;
/**
 * Delay after which a missing answer counts as given: an answer frees the scanner, which then leaves its own time to lift the finger
 * (`BLIND_LIFT_MS` in `lib/scanner/connection.ts`).
 */
const ANSWER_WITHIN_MS = 5_000;

/** Finger of the current entry, and the scanner that has read it. */
export interface ScannedFinger {
  reading(): Reading;
  /** Takes a finger or its end. Returns true for a finger that was not used before. */
  take(template: Template | null, isSure: boolean): boolean;
  /** Assigns the finger to the student whom the server found for it. */
  assign(admissionNumber: string): void;
  /** Drops a finger that belonged to another child, so that no other number is sent with it. */
  drop(): void;
  /** Marks a finger as used, and frees the scanner once the finger is lifted. */
  release(finger: Template): void;
  /** Lets the scanner read the next finger. */
  freeScanner(): void;
  /** Ends the lifetime of an unclaimed finger. */
  stopWaiting(): void;
}

/** Creates the finger of a lane; `forgetNamed` forgets a student who was named by a finger and did not go. */
export function createScannedFinger(
  { get, change }: CurrentEntry,
  forgetNamed: () => void,
  onFree: () => void,
): ScannedFinger {
  const lifetime = createTimer();
  const wait = createTimer();
  /** Finger that was used last: the scanner reports a finger until it reads the next one, and again after a reconnect. */
  let used: Template | null = null;
  let isSure = false;
  let readFor = '';
  let isReleasing = false;

  function release(finger: Template): void {
    used = finger;
    isReleasing = true;
    if (isSure) freeScanner();
    else wait.start(ANSWER_WITHIN_MS, freeScanner);
  }
  function freeScanner(): void {
    wait.stop();
    if (isReleasing) onFree();
    isReleasing = false;
  }
  function expire(template: Template): void {
    const { held, confirm } = get();
    if (held) return;
    // A child who was named but did not go is not the next child.
    if (confirm) return forgetNamed();
    change({ finger: null });
    release(template);
  }

  return {
    reading: () => ({ readFor, isSure }),
    take(template, sure) {
      isSure = sure;
      if (template && template === used) return false;
      // A held entry keeps its finger, even where the reader is unplugged or reads the next finger.
      if (get().held) return false;
      change({ finger: template });
      readFor = get().number;
      lifetime.stop();
      if (!template) return false;
      wait.stop();
      isReleasing = false;
      lifetime.start(FINGER_KEPT_MS, () => expire(template));
      return true;
    },
    assign(admissionNumber) {
      readFor = admissionNumber;
    },
    drop() {
      const { finger } = get();
      if (!finger) return;
      lifetime.stop();
      change({ finger: null });
      release(finger);
    },
    release,
    freeScanner,
    stopWaiting: lifetime.stop,
  };
}
