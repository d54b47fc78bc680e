import { fieldError } from '@mfuko/contract/field-errors';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';

export function deviceNotFound(): Refusal {
  return new Refusal('device.not-found', 'There is no such device in this school.');
}

export function serialNumberTaken(): Refusal {
  return new Refusal('device.duplicate', 'A device with this serial number is linked to the school already.', {
    detail: wrongFields({ serialNumber: fieldError('linked-already') }),
  });
}

export function wrongRole(label: string): Refusal {
  return new Refusal('device.wrong-role', `The device "${label}" is not linked for this.`);
}

/** Refuses a call's device; `why`: no signature, an invalid or used one, one with a wrong time, or an unknown or revoked device. */
export function deviceUnknown(why: 'none' | 'signature' | 'used' | 'clock' | 'revoked'): Refusal {
  return new Refusal(
    'device.unknown',
    'This device is not known to the school. Enrol it with a code from the office.',
    {
      detail: { why },
    },
  );
}

export function codeUnknown(): Refusal {
  return new Refusal('device.code', 'This code is wrong, was used, or is too old. Ask the office for a new one.');
}

export function revoked(label: string, afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('device.revoked', `The device "${label}" has been revoked.`, { afterRollback });
}

/** Refuses a capture; `why`: no signature, an invalid one, one over an expired challenge, or an unpaired reader. */
export function unsignedCapture(why: UnsignedWhy, afterRollback?: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('device.unsigned-capture', 'This picture does not come straight from a reader of the school.', {
    detail: { why },
    ...(afterRollback && { afterRollback }),
  });
}

export type UnsignedWhy = 'none' | 'signature' | 'old' | 'not-paired';
