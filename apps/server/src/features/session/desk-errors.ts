import { fieldError } from '@mfuko/contract/field-errors';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';

/** Refuses a call that a session opened by a PIN may not make. */
export function signInDue(): Refusal {
  return new Refusal('session.sign-in-due', 'Sign in with a code first.');
}

export function weakDeskPin(): Refusal {
  return new Refusal('desk.weak-pin', 'This PIN is too easy to guess.', {
    detail: wrongFields({ pin: fieldError('pin-pattern') }),
  });
}

/** Refuses a desk that is too old, ended, unknown, or had too many wrong PINs: a sign-in by code is needed. */
export function deskOver(): Refusal {
  return new Refusal('desk.over', 'Sign in with a code.');
}

export function wrongDeskPin(left: number): Refusal {
  return new Refusal('desk.wrong-pin', 'The PIN is wrong.', { detail: { left } });
}

export function deskLocked(seconds: number, now: number): Refusal {
  return new Refusal('desk.locked', `Please wait ${seconds} s before you try again.`, {
    retryAfter: seconds,
    detail: { seconds, until: new Date(now + seconds * 1000).toISOString() },
  });
}

export function deskUnsigned(): Refusal {
  return new Refusal('device.unknown', 'The school does not know this device.', { detail: { why: 'none' } });
}
