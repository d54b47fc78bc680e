import type { InputOf } from '@mfuko/contract/endpoint';
import type { deposit as endpoint, Moved } from '@mfuko/contract/wallet';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Joined, Many } from '../../platform/http/together.ts';
import { newId } from '../../platform/id.ts';
import { getStudent } from '../students/index.ts';
import { asMoved, credit } from './move.ts';
import { newToken } from './token.ts';

/** Cash or bank money that was handed in at school, of one call. */
export async function deposit(call: Call, input: InputOf<typeof endpoint>): Promise<Moved> {
  return call.record(async (tx) => {
    const student = await getStudent(tx, input.admissionNumber);
    const made = await credit(tx, call, {
      kind: 'deposit',
      studentId: student.id,
      amount: input.amount,
      counter: input.cash ? 'till' : 'cash-desk',
      method: null,
      reference: input.reference,
    });
    if (!made.repeated) {
      await audit(tx, call.actor, {
        action: 'wallet.deposit',
        subjectKind: 'student',
        subjectId: student.id,
        detail: { movement: made.id },
      });
    }
    return asMoved(made);
  });
}

type Deposit = Joined<InputOf<typeof endpoint>>;

/** The same of many calls at once: a till's queue on the first day of term, a list that somebody's own program sends. */
export const depositTogether: Many<typeof endpoint> = {
  apart: ({ admissionNumber }) => admissionNumber,
  together: recordTogether,
};

interface Recorded {
  readonly place: number;
  readonly balance: bigint;
  readonly fee: bigint;
  readonly at: Date;
}

async function recordTogether(tx: Tx, deposits: readonly Deposit[]): Promise<(Moved | null)[]> {
  const made = deposits.map(({ call, input }) => ({ call, input, id: newId(), token: newToken() }));
  const rows = await tx.prepared<Recorded>(
    'deposit-together',
    'SELECT * FROM deposit_together($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    [
      tx.schoolId,
      made.map(({ call }) => call.idempotencyKey),
      made.map(({ id }) => id),
      made.map(({ input }) => input.admissionNumber),
      made.map(({ input }) => input.amount),
      made.map(({ input }) => (input.cash ? 'till' : 'cash-desk')),
      made.map(({ call }) => call.actor.userId),
      made.map(({ input }) => input.reference),
      made.map(({ token }) => token),
      made.map(({ call }) => call.place?.longitude ?? null),
      made.map(({ call }) => call.place?.latitude ?? null),
      made.map(() => newId()),
    ],
  );
  const recorded = new Map(rows.map((row) => [row.place, row]));
  return made.map(({ id, token, input }, index) => {
    const row = recorded.get(index + 1);
    return row ? asMoved({ ...row, id, token, amount: input.amount, repeated: false }) : null;
  });
}
