import { toKes } from '@mfuko/contract/money';
import type { Moved, MovementKind } from '@mfuko/contract/wallet';
import type { Tx } from '../../platform/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { studentNotFound } from '../students/index.ts';
import { notEnoughMoney, orEmptyTill, overLimit, type RefusedBy, refusedByRule } from './errors.ts';
import { newToken } from './token.ts';

/**
 * The school's own accounts, which stand against the wallets. `till` is the open till of whoever is at the desk, or the cash
 * desk where they have none.
 */
export type HouseAccount = 'till' | 'cash-desk' | 'm-pesa' | 'canteen-income' | 'item-income' | 'suspense' | 'payouts';

export interface Movement {
  readonly kind: Exclude<MovementKind, 'reversal'>;
  readonly studentId: string;
  /** Cents, more than zero; the platform's fee comes on top. */
  readonly amount: bigint;
  readonly counter: HouseAccount;
  readonly method: 'fingerprint' | 'pin' | null;
  readonly reference: string | null;
  /** What was bought. Within ten seconds the same amount for another item is no double press. */
  readonly item?: string;
}

/** Who moves it and from where. Without an actor it is a payment that came in by itself. */
export type Mover = Pick<Call, 'place' | 'idempotencyKey'> & { readonly actor: Pick<Call['actor'], 'userId'> | null };

export interface Made {
  readonly id: string;
  /** Whether this was a double press: nothing moved now, and this is what the first one was answered. */
  readonly repeated: boolean;
  readonly balance: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly token: string;
  readonly at: Date;
}

/** Puts money into a student's wallet. Throws wallet.over-limit, student.not-found, and what a rule refuses. */
export function credit(tx: Tx, by: Mover, movement: Movement): Promise<Made> {
  return move(tx, by, movement, 1);
}

/**
 * Takes money out of a student's wallet. Throws wallet.over-limit, wallet.insufficient-funds, student.not-found where the
 * student is active no longer, and what a rule refuses.
 */
export function charge(tx: Tx, by: Mover, movement: Movement): Promise<Made> {
  return move(tx, by, movement, -1);
}

interface Outcome {
  outcome: 'moved' | 'repeated' | 'insufficient' | 'over-limit' | 'not-active' | 'refused';
  movement_id: string;
  balance: bigint;
  fee: bigint;
  token: string;
  at: Date;
  most: bigint;
  why: RefusedBy | null;
}

async function move(tx: Tx, by: Mover, movement: Movement, direction: 1 | -1): Promise<Made> {
  const { kind, studentId, amount, counter, method, reference, item } = movement;
  const rows = await tx
    .prepared<Outcome>(
      'move-pocket-money',
      'SELECT * FROM move_pocket_money($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
      [
        tx.schoolId,
        newId(),
        kind,
        studentId,
        direction,
        amount,
        counter,
        by.actor?.userId ?? null,
        method,
        reference,
        item ?? null,
        newToken(),
        by.place?.longitude ?? null,
        by.place?.latitude ?? null,
        by.idempotencyKey === null,
      ],
    )
    .catch((error: unknown) => {
      throw orEmptyTill(error);
    });
  const [done] = rows;
  if (!done) throw new TypeError('move_pocket_money answered no row.');
  if (done.outcome === 'over-limit') throw overLimit(done.most);
  if (done.outcome === 'not-active') throw studentNotFound();
  if (done.outcome === 'refused' && done.why) throw refusedByRule(done.why);
  if (done.outcome === 'insufficient') throw notEnoughMoney(done.balance);
  const { movement_id: id, balance, fee, token, at } = done;
  return { id, repeated: done.outcome === 'repeated', balance, amount, fee, token, at };
}

/** A movement as the wire tells it. */
export function asMoved(made: Made): Moved {
  return {
    balance: toKes(made.balance),
    amount: toKes(made.amount),
    fee: toKes(made.fee),
    receipt: { sysid: made.id, token: made.token, date: made.at.toISOString() },
  };
}
