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
 * The school's own accounts, which stand against the wallets. `till` is the open till of whoever is at the desk, or the cash
 * desk where they have none.
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
  /** Cents, more than zero; the platform's fee comes on top. */
  readonly amount: bigint;
  readonly counter: CounterAccount;
  readonly method: 'fingerprint' | 'pin' | null;
  readonly reference: string | null;
  /** Cents of the amount that the school gives; none where the student pays all of it. */
  readonly subsidy?: bigint;
  /** Id of the thing bought. Within ten seconds the same amount for another item is no double press. */
  readonly item?: string;
}

/**
 * Mover of money: its author and place; a payment that came in by itself has no author. Without a key the same move by the
 * same person within ten seconds is a double press, which moves nothing and is answered as the first was.
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
  /** True if this was a double press: nothing moved now, and this is what the first one was answered. */
  readonly repeated: boolean;
  /** Cents in the wallet now. */
  readonly balance: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly token: string;
  readonly at: Date;
}

/** Puts money into a student's wallet. Throws wallet.over-limit, student.not-found, and what a rule refuses. */
export async function credit(tx: Tx, by: Mover, entry: JournalEntry): Promise<Made> {
  return one(await moveAll(tx, [{ by, movement: entry }], 1));
}

/**
 * Takes money out of a student's wallet. Throws wallet.over-limit, wallet.insufficient-funds, student.not-found where the
 * student is active no longer, till.not-enough-cash, and what a rule refuses.
 */
export async function charge(tx: Tx, by: Mover, entry: JournalEntry): Promise<Made> {
  return one(await moveAll(tx, [{ by, movement: entry }], -1));
}

/** Puts money into wallets, all or none of it, and answers in the order of the list. Throws what `credit` throws. */
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

/** A payment into the wallet of a student who is named by their admission number. */
export type FreeMovement = Omit<JournalEntry, 'studentId'> & { readonly admissionNumber: string };

/**
 * Puts money into wallets as far as nothing stands against it and nobody has to be waited for: null for each that a rule
 * forbids, whose key has been answered, or whose wallet is locked or not there yet. Those are for whoever asks to move alone
 * and hear why. The keys are taken by the caller, in the same transaction.
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

/** Moves all of a list in one statement; throws for the first that is refused, and the caller's transaction ends with it. */
async function moveAll(tx: Tx, moves: readonly Credit[], direction: 1 | -1): Promise<Made[]> {
  const rows = await ask(tx, moves.map(asMove(direction, false)), true).catch((error: unknown) => {
    throw orEmptyTill(error);
  });
  return moves.map(({ movement: entry }, place) => {
    const row = rows.get(place + 1);
    if (!row) throw new TypeError('move_pocket_money answered no row.');
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

/** A move as the database reads it. */
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
    key: keyed ? by.idempotencyKey : null,
  });
}

function asMade({ outcome, entry_id: id, student, balance, fee, token, at }: Outcome, amount: bigint): Made {
  return { id, studentId: student, repeated: outcome === 'repeated', balance, amount, fee, token, at };
}

function one(made: readonly Made[]): Made {
  const [first] = made;
  if (!first) throw new TypeError('A move was not answered.');
  return first;
}

function compareStudents(a: Credit | undefined, b: Credit | undefined): number {
  const [left = '', right = ''] = [a?.movement.studentId, b?.movement.studentId];
  return left < right ? -1 : left > right ? 1 : 0;
}
