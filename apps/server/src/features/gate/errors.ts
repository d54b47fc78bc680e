import type { RollCallChild } from '@mfuko/contract/roll-calls';
import { Refusal } from '../../platform/http/refusal.ts';

/** `clockTime` is hh:mm of the school's time zone, for the guard who reads it. */
export function alreadyIn(since: Date, clockTime: string): Refusal {
  return new Refusal('gate.already-in', `This student is in already, since ${clockTime}.`, {
    detail: { since: since.toISOString() },
  });
}

/** `since` is when the student went out; null where there has been no check-in at all. */
export function notIn(since: Date | null, clockTime: string | null): Refusal {
  const message =
    clockTime === null ? 'This student has not been checked in.' : `This student is out already, since ${clockTime}.`;
  return new Refusal('gate.not-in', message, { detail: { since: since?.toISOString() ?? null } });
}

/** Another request has it in hand, or had: the device sends it again. */
export function stillBusy(): Refusal {
  return new Refusal('server.busy', 'This is being recorded. Please try again in a moment.', { retryAfter: 2 });
}

/** The school's rule says that a number goes with each finger. */
export function numberNeeded(): Refusal {
  return new Refusal('gate.number-needed', 'This school checks in by number and finger.');
}

export function passageNotFound(): Refusal {
  return new Refusal('gate.not-found', 'There is no such passage of yours.');
}

/** It was too long ago, or the student has passed since: it stands as it is. */
export function tooLateToUndo(): Refusal {
  return new Refusal('gate.undo-too-late', 'This can no longer be taken back. Check the student out instead.');
}

export function exceptionNotFound(): Refusal {
  return new Refusal('oddity.not-found', 'There is nothing of that id on the list.');
}

export function exceptionIsCleared(by: string): Refusal {
  return new Refusal('oddity.settled', `This has been settled already by ${by}.`);
}

export function rollCallNotFound(): Refusal {
  return new Refusal('roll-call.not-found', 'There is no such roll call.');
}

/** The finger says who it is, so that a marshal who sees the child can tick them by hand. */
export function notExpected(child: Pick<RollCallChild, 'admissionNumber' | 'names' | 'className'>): Refusal {
  const { admissionNumber, names, className } = child;
  return new Refusal('roll-call.not-expected', 'By the gate’s word this child is not on campus.', {
    detail: { admissionNumber, names, className },
  });
}

export function touchNotFound(): Refusal {
  return new Refusal('roll-call.no-touch', 'There is no such touch of yours in this roll call.');
}
