import type { Template } from '../../../lib/scanner/messages.ts';
import type { Store } from '../../../lib/store.ts';
import type { Finder } from '../lookup.ts';
import type { Line } from '../queue/line.ts';
import type { Attempts } from '../queue/lines.ts';
import { createQueue, type Queue, type TakeBack } from '../queue/queue.ts';
import type { Away, Send } from '../queue/sender.ts';
import type { ReleaseChoice } from '../release.ts';
import type { Screen } from '../screens.ts';
import { NOTHING_AHEAD } from './ahead.ts';
import { createCurrentStudent } from './current-student.ts';
import type { Entry, Told } from './entry.ts';
import { createHeldKeys } from './held-keys.ts';
import { createInput, type Input } from './input.ts';
import { REFUSAL_SHOWN_MS } from './notices.ts';
import { createPairing, type Touching } from './pairing.ts';
import { createRetry } from './retry.ts';
import { createSubmit } from './submit.ts';

export interface Lane extends Input {
  readonly entry: Store<Entry>;
  readonly queue: Queue;
  show(screen: Screen): void;
  /** Takes a finger. `sure`: the service waits until a finger is lifted, so this finger was not tried before. */
  finger(template: Template | null, sure?: boolean): void;
  /** Notes that the scanner asked for a better image of a finger, which means that the next child is at the gate. */
  advised(): void;
  clear(): void;
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
  const { send, away, takeBack, attempts, finder, touching, onSettled, releaseNow } = parts;
  const queue = createQueue(send, settle, away, takeBack, attempts);
  const student = createCurrentStudent({
    finder,
    lines: queue.lines.get,
    onNotice: parts.onNotice ?? (() => {}),
    onFingerTaken: parts.onFingerTaken ?? (() => {}),
    onNumber: () => pair(),
  });
  const { entry, finger, notices, plausibility } = student;
  const submit = createSubmit(student, queue, releaseNow);
  const pair = createPairing(student, submit, touching);
  const held = createHeldKeys(student, () => input);
  const input = createInput(student, held, submit);
  const offerRetry = createRetry(student, held.isDialogOpen);

  /** Handles the answer to a line; the next student's entry and keys may have waited for it. */
  function settle(line: Line): void {
    notices.sayAnswer(line);
    onSettled?.(line);
    finger.freeScanner();
    if (line.by === 'pin') plausibility.answered(line.admissionNumber, line.refusal?.problem === 'pin.wrong');
    if (line.state === 'refused') offerRetry(line);
    if (entry.get().held) submit();
    held.replay();
    student.dropEcho();
  }

  return {
    ...input,
    entry: entry.store,
    queue,
    show: student.show,
    finger(template, sure = false) {
      if (finger.take(template, sure)) pair();
    },
    advised: notices.leaveResult,
    clear() {
      plausibility.forget();
      notices.clear();
      entry.change({ ahead: NOTHING_AHEAD });
      student.forget();
    },
    ask(stands) {
      held.setDialog(stands);
      held.replay();
    },
    override: queue.override,
    async takeBack(key) {
      if (!(await queue.takeBack(key))) notices.say({ kind: 'stands' }, REFUSAL_SHOWN_MS);
    },
  };
}
