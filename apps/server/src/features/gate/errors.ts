import { Refusal } from '../../platform/refusal.ts';

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
