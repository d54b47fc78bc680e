import type { Finger } from '@mfuko/contract/fingerprints';
import { formatKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findHold, guardianRecipients, type Means, type MoneyHold, notifyOfChange } from '../students/index.ts';
import { cashHeld } from './errors.ts';

/** Money that has just left a wallet by PIN or finger. */
interface Paid {
  readonly entryId: string;
  readonly studentId: string;
  /** Finger that proved the student; null for the PIN. */
  readonly finger: Finger | null;
}

/**
 * Checks, under the wallet's lock, that money by this PIN or finger may leave. After a recent change it needs the approval of a second
 * person who did not make the change; both request and approval must be later than the change. Throws wallet.hold.
 */
export async function requireNoHold(tx: Tx, paid: Paid): Promise<void> {
  const hold = await holdOn(tx, paid);
  if (hold !== null) await requireApproval(tx, paid, hold);
}

/**
 * Checks the same for a meal, with an exception so that no child goes hungry: the user who hands the meal out counts as the second person
 * unless they made the change, and the guardians are notified at once. The author of the change needs an approval. Throws wallet.hold.
 */
export async function requireNoHoldOnMeal(
  tx: Tx,
  call: Call,
  context: AppContext,
  paid: Paid & { readonly amount: bigint },
): Promise<void> {
  const hold = await holdOn(tx, paid);
  if (hold === null) return;
  if (hold.by === call.actor.userId) return requireApproval(tx, paid, hold);
  const price = formatKes(paid.amount);
  const to = await guardianRecipients(tx, paid.studentId);
  await notifyOfChange(tx, context, paid.studentId, 'meal', { to, amounts: { en: price, sw: price } });
}

function holdOn(tx: Tx, paid: Paid): Promise<MoneyHold | null> {
  return findHold(tx, paid.studentId, meansOf(paid));
}

function meansOf({ finger }: Paid): Means {
  return finger === null ? 'pin' : `finger:${finger}`;
}

async function requireApproval(tx: Tx, paid: Paid, hold: MoneyHold): Promise<void> {
  const by = [tx.schoolId, paid.entryId, meansOf(paid)];
  const word = await tx.row<{ id: string | null }>('SELECT live_hold_approval($1, $2, $3) AS id', by);
  if (!word?.id) throw cashHeld(hold);
  await tx.row('INSERT INTO held_cash_outs (school_id, entry_id, means) VALUES ($1, $2, $3)', by);
}
