import type { RollCallChild } from '@mfuko/contract/roll-calls';
import { Refusal } from '../../platform/http/refusal.ts';

/** Refuses a check-in of a student who is in already. `clockTime` is hh:mm in the school's time zone, for the guard. */
export function alreadyIn(since: Date, clockTime: string): Refusal {
  return new Refusal('gate.already-in', `This student is already checked in, since ${clockTime}.`, {
    detail: { since: since.toISOString() },
  });
}

/** Refuses a check-out of a student who is not in. `since` is the time of the last check-out; null if there has never been a check-in. */
export function notIn(since: Date | null, clockTime: string | null): Refusal {
  const message =
    clockTime === null
      ? 'This student has not been checked in.'
      : `This student is already checked out, since ${clockTime}.`;
  return new Refusal('gate.not-in', message, { detail: { since: since?.toISOString() ?? null } });
}

/** Refuses with a retry: another request holds the event, or held the event until now, so the device sends the event again. */
export function stillBusy(): Refusal {
  return new Refusal('server.busy', 'This is being recorded. Please try again in a moment.', { retryAfter: 2 });
}

/** Refuses identification by finger alone: the school's rule demands an admission number with each finger. */
export function numberNeeded(): Refusal {
  return new Refusal('gate.number-needed', 'This school checks in by number and finger.');
}

export function passageNotFound(): Refusal {
  return new Refusal('gate.not-found', 'You did not record this check-in or check-out.');
}

/** Refuses to take back a passage that is too old, or that a later passage of the student follows. */
export function tooLateToUndo(): Refusal {
  return new Refusal('gate.undo-too-late', 'It is too late to undo this. Check the student out instead.');
}

export function exceptionNotFound(): Refusal {
  return new Refusal('oddity.not-found', 'There is no exception with that id on the list.');
}

export function exceptionIsCleared(by: string): Refusal {
  return new Refusal('oddity.settled', `${by} has already settled this.`);
}

export function rollCallNotFound(): Refusal {
  return new Refusal('roll-call.not-found', 'The roll call was not found.');
}

/** Refuses a finger of a student who is not expected. The detail names the student, so that a marshal who sees the child can tick by hand. */
export function notExpected(child: Pick<RollCallChild, 'admissionNumber' | 'names' | 'className'>): Refusal {
  const { admissionNumber, names, className } = child;
  return new Refusal('roll-call.not-expected', 'According to the gate, this student is not on campus.', {
    detail: { admissionNumber, names, className },
  });
}

export function touchNotFound(): Refusal {
  return new Refusal('roll-call.no-touch', 'You did not make this tick in this roll call.');
}
