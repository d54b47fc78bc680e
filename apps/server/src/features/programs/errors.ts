import { formatKes, toKes } from '@mfuko/contract/money';
import type { Scope } from '@mfuko/contract/scopes';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { DepositsOfDay } from './rules.ts';

/** Refuses a key. The message does not reveal which half is wrong, nor if the key was revoked. */
export function keyUnknown(): Refusal {
  return new Refusal('program.key', 'This app id and token are not a valid key.');
}

export function scopeMissing(scope: Scope): Refusal {
  return new Refusal('program.scope', `This key does not allow ${scope}.`, { detail: { scope } });
}

export function tooManyCalls(retryAfter: number): Refusal {
  return new Refusal('program.too-many-calls', 'Too many calls with this key. Please wait a moment.', { retryAfter });
}

export function keyNotFound(): Refusal {
  return new Refusal('program.not-found', 'This school has no such key.');
}

export function keyRevoked(): Refusal {
  return new Refusal('program.revoked', 'This key was revoked. Make a new one.');
}

/** Refuses a deposit beyond the key's limit of the day. Notifies the staff once for each key, day and limit. */
export function overDepositLimit({ id, name, day, limit, today }: DepositsOfDay): Refusal {
  return new Refusal(
    'program.deposit-limit',
    `This key may deposit ${formatKes(limit)} a day, and has deposited ${formatKes(today)} today.`,
    {
      detail: { limit: toKes(limit), today: toKes(today) },
      afterRollback: (tx) =>
        enqueueStaffNotice(
          tx,
          {
            kind: 'program.deposit-limit',
            subject: { kind: 'api-key', id },
            params: { key: name, cap: toKes(limit), amount: toKes(today) },
          },
          `program.deposit-limit:${id}:${day}:${limit}`,
        ),
    },
  );
}
