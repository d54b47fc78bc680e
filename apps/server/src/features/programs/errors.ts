import type { Scope } from '@mfuko/contract/scopes';
import { Refusal } from '../../platform/http/refusal.ts';

/** Refuses a key. The message does not reveal which half is wrong, nor if the key was revoked. */
export function keyUnknown(): Refusal {
  return new Refusal('program.key', 'This app id and token are no valid key.');
}

export function scopeMissing(scope: Scope): Refusal {
  return new Refusal('program.scope', `This key is not for ${scope}.`, { detail: { scope } });
}

export function tooManyCalls(retryAfter: number): Refusal {
  return new Refusal('program.too-many-calls', 'This key is used too often. Please wait a moment.', { retryAfter });
}

export function keyNotFound(): Refusal {
  return new Refusal('program.not-found', 'There is no such key in this school.');
}

export function keyRevoked(): Refusal {
  return new Refusal('program.revoked', 'This key was revoked. Make a new one.');
}
