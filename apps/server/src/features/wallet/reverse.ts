import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { reverse as endpoint } from '@mfuko/contract/wallet';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import {
  alreadyReversed,
  goesBackByReturn,
  notEnoughMoney,
  notReversible,
  orEmptyTill,
  receiptNotFound,
  samePerson,
} from './errors.ts';
import { newToken } from './token.ts';

interface Outcome {
  outcome: 'moved' | 'insufficient' | 'not-found' | 'same-person' | 'already-reversed' | 'not-reversible' | 'by-return';
  movement_id: string;
  balance: bigint;
  token: string;
  at: Date;
  student: string;
}

/** Takes back a movement on the word of a second person. */
export async function reverseByReceipt(
  call: Call,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  return call.record(async (tx) => {
    const made = await reverse(tx, call, input.sysid, input.reason);
    const detail = { movement: made.movement_id, reverses: input.sysid };
    await audit(
      tx,
      call.actor,
      { action: 'wallet.reverse', subjectKind: 'student', subjectId: made.student, detail },
      call.requestId,
    );
    return {
      balance: toKes(made.balance),
      receipt: { sysid: made.movement_id, token: made.token, date: made.at.toISOString() },
    };
  });
}

/**
 * Reverses a movement whole, fee included. Throws wallet.receipt-not-found, wallet.same-person, wallet.already-reversed,
 * wallet.not-reversible, and wallet.insufficient-funds where the wallet no longer holds what came in.
 */
export async function reverse(tx: Tx, call: Call, movementId: string, reason: string): Promise<Outcome> {
  const [done] = await tx
    .prepared<Outcome>('reverse-movement', 'SELECT * FROM reverse_movement($1, $2, $3, $4, $5, $6, $7, $8)', [
      tx.schoolId,
      newId(),
      movementId,
      call.actor.userId,
      reason,
      newToken(),
      call.place?.longitude ?? null,
      call.place?.latitude ?? null,
    ])
    .catch((error: unknown) => {
      throw orEmptyTill(error);
    });
  if (!done) throw new TypeError('reverse_movement answered no row.');
  if (done.outcome === 'not-found') throw receiptNotFound();
  if (done.outcome === 'already-reversed') throw alreadyReversed();
  if (done.outcome === 'not-reversible') throw notReversible();
  if (done.outcome === 'by-return') throw goesBackByReturn();
  if (done.outcome === 'insufficient') throw notEnoughMoney(done.balance);
  if (done.outcome === 'same-person') {
    throw samePerson((after) =>
      audit(
        after,
        call.actor,
        { action: 'wallet.reverse.same-person', subjectKind: 'movement', subjectId: movementId },
        call.requestId,
      ),
    );
  }
  return done;
}
