import type { EntryKind } from '@mfuko/contract/wallet';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { studentNotFound } from '../students/index.ts';
import { notEnoughMoney, orEmptyTill, overLimit, type RefusedBy, refusedByRule } from './errors.ts';
import { inSlices } from './list.ts';
import { newToken } from './receipt.ts';

/**
 * Accounts of the school's own that are the counterpart of a wallet's posting. `till` is the open till of the user at the desk, or the
 * cash desk where the user has no till.
 */
export type CounterAccount =
  | 'till'
  | 'cash-desk'
  | 'bank'
  | 'other-money'
  | 'm-pesa'
  | 'canteen-income'
  | 'item-income'
  | 'suspense'
  | 'payouts';

export interface JournalEntry {
  readonly kind: Exclude<EntryKind, 'reversal'>;
  readonly studentId: string;
  /** Cents, more than zero. The platform's fee is charged on top of a payment out, and deducted from a payment in. */
  readonly amount: bigint;
  readonly counter: CounterAccount;
  readonly method: 'fingerprint' | 'pin' | null;
  readonly reference: string | null;
  /** Cents of the amount that the school pays; undefined where the student pays all of it. */
  readonly subsidy?: bigint;
  /** True if the payment is to be refused where the same person has paid the same in a short time ago (wallet.deposit-repeated). */
  readonly unlessRepeated?: boolean;
  /** Id of the item bought: within ten seconds, the same amount for another item is not a double press. */
  readonly item?: string;
}

/**
 * Author and place of a move; a payment that came from the provider has no author. Without an idempotency key, the same move by the same
 * person within ten seconds is a double press: it moves nothing and gets the answer of the first move.
 */
export type Mover = Pick<Call, 'place' | 'idempotencyKey'> & { readonly actor: Pick<Call['actor'], 'userId'> | null };

/** One of a list of payments into wallets. */
export interface Credit<Asked = JournalEntry> {
  readonly by: Mover;
  readonly movement: Asked;
}

export interface Made {
  /** Id of the journal entry, and of its receipt. */
  readonly id: string;
  readonly studentId: string;
  /** True for a double press: nothing was moved now, and the other fields are those of the first move. */
  readonly repeated: boolean;
  /** Cents in the wallet now. */
  readonly balance: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly token: string;
  readonly at: Date;
}

/** Puts money into a student's wallet. Throws wallet.over-limit, student.not-found, and the refusals of the school's rules. */
export async function credit(tx: Tx, by: Mover, entry: JournalEntry): Promise<Made> {
  return one(await moveAll(tx, [{ by, movement: entry }], 1));
}

/**
 * Takes money out of a student's wallet. Throws wallet.over-limit, wallet.insufficient-funds, student.not-found where the student is no
 * longer active, till.not-enough-cash, and the refusals of the school's rules.
 */
export async function charge(tx: Tx, by: Mover, entry: JournalEntry): Promise<Made> {
  return one(await moveAll(tx, [{ by, movement: entry }], -1));
}

/**
 * Puts money into wallets, all payments of the list or none, and returns the results in the order of the list. Throws as `credit` does.
 */
export async function creditAll(tx: Tx, credits: readonly Credit[]): Promise<Made[]> {
  const order = [...credits.keys()].sort((a, b) => compareStudents(credits[a], credits[b]) || a - b);
  const made: Made[] = [];
  for (const slice of inSlices(order)) {
    const moved = await moveAll(
      tx,
      slice.flatMap((place) => credits[place] ?? []),
      1,
    );
    for (const [index, place] of slice.entries()) made[place] = one(moved.slice(index));
  }
  return made;
}

/** Payment into the wallet of a student who is given by admission number. */
export type FreeMovement = Omit<JournalEntry, 'studentId'> & { readonly admissionNumber: string };

/**
 * Puts money into wallets without waiting for any lock. Returns null for a payment that a rule forbids, whose idempotency key has been
 * answered, or whose wallet is locked or does not exist yet: the caller then makes that payment by `credit`, which waits, or throws the
 * reason. The caller claims the keys, in the same transaction.
 */
export async function creditFree(tx: Tx, credits: readonly Credit<FreeMovement>[]): Promise<(Made | null)[]> {
  const rows = await ask(tx, credits.map(asMove(1, true)), false);
  return credits.map(({ movement: entry }, place) => {
    const row = rows.get(place + 1);
    return row?.outcome === 'moved' ? asMade(row, entry.amount) : null;
  });
}

interface Outcome {
  place: number;
  outcome: 'moved' | 'repeated' | 'insufficient' | 'over-limit' | 'not-active' | 'refused' | 'left-out';
  entry_id: string;
  student: string;
  balance: bigint;
  fee: bigint;
  token: string;
  at: Date;
  most: bigint;
  why: RefusedBy | null;
}

/** Moves a list in one statement. Throws for the first refused move, so that the caller's transaction rolls back. */
async function moveAll(tx: Tx, moves: readonly Credit[], direction: 1 | -1): Promise<Made[]> {
  const rows = await ask(tx, moves.map(asMove(direction, false)), true).catch((error: unknown) => {
    throw orEmptyTill(error);
  });
  return moves.map(({ movement: entry }, place) => {
    const row = rows.get(place + 1);
    if (!row) throw new TypeError('move_pocket_money returned too few rows.');
    const refusal = refusalOf(row);
    if (refusal) throw refusal;
    return asMade(row, entry.amount);
  });
}

function refusalOf({ outcome, most, why, balance }: Outcome): Refusal | undefined {
  if (outcome === 'over-limit') return overLimit(most);
  if (outcome === 'not-active') return studentNotFound();
  if (outcome === 'refused' && why) return refusedByRule(why);
  return outcome === 'insufficient' ? notEnoughMoney(balance) : undefined;
}

async function ask(tx: Tx, moves: readonly object[], wait: boolean): Promise<ReadonlyMap<number, Outcome>> {
  const rows = await tx.prepared<Outcome>('move-pocket-money', 'SELECT * FROM move_pocket_money($1, $2, $3)', [
    tx.schoolId,
    JSON.stringify(moves),
    wait,
  ]);
  return new Map(rows.map((row) => [row.place, row]));
}

/** Converts a move to the JSON that `move_pocket_money` reads. */
function asMove(direction: 1 | -1, keyed: boolean) {
  return ({ by, movement: entry }: Credit<JournalEntry | FreeMovement>): object => ({
    id: newId(),
    token: newToken(),
    kind: entry.kind,
    ...('studentId' in entry ? { student: entry.studentId } : { number: entry.admissionNumber }),
    direction,
    amount: String(entry.amount),
    counter: entry.counter,
    by_user: by.actor?.userId,
    method: entry.method,
    reference: entry.reference,
    item: entry.item,
    subsidy: entry.subsidy === undefined ? undefined : String(entry.subsidy),
    longitude: by.place?.longitude,
    latitude: by.place?.latitude,
    once: by.idempotencyKey === null,
    ask: entry.unlessRepeated,
    key: keyed ? by.idempotencyKey : null,
  });
}

function asMade({ outcome, entry_id: id, student, balance, fee, token, at }: Outcome, amount: bigint): Made {
  return { id, studentId: student, repeated: outcome === 'repeated', balance, amount, fee, token, at };
}

function one(made: readonly Made[]): Made {
  const [first] = made;
  if (!first) throw new TypeError('move_pocket_money returned no answer for the move.');
  return first;
}

function compareStudents(a: Credit | undefined, b: Credit | undefined): number {
  const [left = '', right = ''] = [a?.movement.studentId, b?.movement.studentId];
  return left < right ? -1 : left > right ? 1 : 0;
}
