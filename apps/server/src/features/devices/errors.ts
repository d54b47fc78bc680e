import { fieldError } from '@mfuko/contract/field-errors';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';

export function deviceNotFound(): Refusal {
  return new Refusal('device.not-found', 'This school has no such device.');
}

export function serialNumberTaken(): Refusal {
  return new Refusal('device.duplicate', 'A device with this serial number is already linked to the school.', {
    detail: wrongFields({ serialNumber: fieldError('linked-already') }),
  });
}

export function wrongRole(label: string): Refusal {
  return new Refusal('device.wrong-role', `The device "${label}" is not set up for this.`);
}

/** Refuses a call's device; `why`: no signature, an invalid or used one, one with a wrong time, or an unknown or revoked device. */
export function deviceUnknown(why: 'none' | 'signature' | 'used' | 'clock' | 'revoked'): Refusal {
  return new Refusal('device.unknown', 'The school does not know this device. Enrol it with a code from the office.', {
    detail: { why },
  });
}

/** Refuses a call as without a session, after the sessions at its device were ended. */
export function signInAgain(): Refusal {
  return new Refusal('session.none', 'Please sign in.');
}

export function codeUnknown(): Refusal {
  return new Refusal('device.code', 'This code is wrong, used or expired. Ask the office for a new one.');
}

export function revoked(label: string, afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('device.revoked', `The device "${label}" has been revoked.`, { afterRollback });
}

/** Refuses a capture; `why`: no signature, an invalid one, one over an expired challenge, or an unpaired reader. */
export function unsignedCapture(why: UnsignedWhy, afterRollback?: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('device.unsigned-capture', 'This image did not come straight from a reader of the school.', {
    detail: { why },
    ...(afterRollback && { afterRollback }),
  });
}

export type UnsignedWhy = 'none' | 'signature' | 'old' | 'not-paired';
