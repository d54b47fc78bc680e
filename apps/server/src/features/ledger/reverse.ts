import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import {
  alreadyReversed,
  goesBackByReturn,
  notEnoughMoney,
  notOwn,
  notProposed,
  notReversible,
  orEmptyTill,
  receiptNotFound,
  samePerson,
  tooLate,
} from './errors.ts';
import { inSlices } from './list.ts';
import { newToken } from './receipt.ts';

/** Call of the user who reverses an entry. */
type Reverser = Pick<Call, 'place' | 'requestId'> & { readonly actor: Pick<Call['actor'], 'userId'> };

/** A journal entry that was taken back. */
export interface Reversed {
  /** Id of the reversal, and of its receipt. */
  readonly id: string;
  readonly studentId: string;
  /** Cents in the wallet now. */
  readonly balance: bigint;
  readonly token: string;
  readonly at: Date;
}

interface Outcome {
  place: number;
  outcome:
    | 'moved'
    | 'repeated'
    | 'insufficient'
    | 'not-found'
    | 'same-person'
    | 'not-proposed'
    | 'not-own'
    | 'too-late'
    | 'already-reversed'
    | 'not-reversible'
    | 'by-return';
  entry_id: string;
  student: string;
  balance: bigint;
  token: string;
  at: Date;
}

/**
 * Reverses journal entries whole, fees included, and returns for each, in the order of the list, the reversal or the refusal that left
 * the entry unchanged (wallet.receipt-not-found, wallet.same-person, wallet.not-proposed, wallet.already-reversed, wallet.not-reversible,
 * and wallet.insufficient-funds where the wallet no longer holds the money). Callers sort the list by the students' ids, so that two
 * lists cannot deadlock. Throws till.not-enough-cash.
 */
export async function reverseAll(
  tx: Tx,
  call: Reverser,
  entryIds: readonly string[],
  reason: string,
): Promise<(Reversed | Refusal)[]> {
  const answers: (Reversed | Refusal)[] = [];
  for (const slice of inSlices(entryIds)) {
    const rows = new Map((await ask(tx, call, slice, reason)).map((row) => [row.place, row]));
    for (const [place, entryId] of slice.entries()) {
      const row = rows.get(place + 1);
      if (!row) throw new TypeError('reverse_journal_entries returned no row.');
      answers.push(refusalOf(call, entryId, row) ?? asReversed(row));
    }
  }
  return answers;
}

/** Kinds of entries that their author may undo within a minute. */
type OwnKind = 'deposit' | 'canteen';

/**
 * Undoes the caller's own entry within 60 seconds: a deposit, or a meal. A repeated call returns the first reversal. Throws the refusals
 * that `reverseAll` returns, and wallet.not-own, wallet.too-late.
 */
export async function takeBack(
  tx: Tx,
  call: Reverser,
  entryId: string,
  kind: OwnKind = 'deposit',
): Promise<Reversed & { repeated: boolean }> {
  const [row] = await ask(tx, call, [entryId], null, kind);
  if (!row) throw new TypeError('reverse_journal_entries returned no row.');
  const refusal = refusalOf(call, entryId, row);
  if (refusal) throw refusal;
  return { ...asReversed(row), repeated: row.outcome === 'repeated' };
}

/** Calls `reverse_journal_entries`; with a `kind`, the caller undoes an entry of their own. */
function ask(
  tx: Tx,
  call: Reverser,
  entryIds: readonly string[],
  reason: string | null,
  kind: OwnKind | null = null,
): Promise<Outcome[]> {
  const reversals = entryIds.map((reverses) => ({
    id: newId(),
    token: newToken(),
    reverses,
    by_user: call.actor.userId,
    reason,
    take_back: kind,
    longitude: call.place?.longitude,
    latitude: call.place?.latitude,
  }));
  return tx
    .prepared<Outcome>('reverse-journal-entries', 'SELECT * FROM reverse_journal_entries($1, $2)', [
      tx.schoolId,
      JSON.stringify(reversals),
    ])
    .catch((error: unknown) => {
      throw orEmptyTill(error);
    });
}

function refusalOf(call: Reverser, entryId: string, { outcome, balance }: Outcome): Refusal | undefined {
  switch (outcome) {
    case 'moved':
    case 'repeated':
      return undefined;
    case 'not-own':
      return notOwn();
    case 'too-late':
      return tooLate();
    case 'not-found':
      return receiptNotFound();
    case 'already-reversed':
      return alreadyReversed();
    case 'not-reversible':
      return notReversible();
    case 'by-return':
      return goesBackByReturn();
    case 'not-proposed':
      return notProposed();
    case 'insufficient':
      return notEnoughMoney(balance);
    case 'same-person': {
      const event = { action: 'wallet.reverse.same-person', subjectKind: 'movement', subjectId: entryId };
      return samePerson((after) => audit(after, call, event));
    }
  }
}

function asReversed({ entry_id: id, student, balance, token, at }: Outcome): Reversed {
  return { id, studentId: student, balance, token, at };
}
