import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { holdMoney } from './money-holds.ts';
import { guardianRecipients, notifyOfChange } from './security-notices.ts';

interface NewPins {
  /** Students who had another PIN before. */
  readonly changed?: readonly string[];
  /** Students who had no PIN. */
  readonly first?: readonly string[];
  /** True if guardians are notified of a first PIN even where the wallet never held money, as of a PIN set by hand. */
  readonly tellAll?: boolean;
  /** Id of the batch, if the PINs were made together with many others. */
  readonly madeIn?: string | null;
}

/**
 * Handles PINs that were set. Cash by a changed PIN is put on hold, and the guardians are notified. A first PIN is known to the person
 * who set or printed it: the guardians are notified if the wallet has ever held money, and cash by it is put on hold too if the school
 * has chosen so. On a school's first day no wallet has held any money.
 */
export async function noteNewPins(
  tx: Tx,
  context: AppContext,
  { actor }: Pick<Call, 'actor'>,
  { changed = [], first = [], tellAll = false, madeIn = null }: NewPins,
): Promise<void> {
  await holdMoney(tx, actor.userId, changed, 'pin', madeIn);
  for (const id of changed) await notifyOfChange(tx, context, id, 'pin', { to: await guardianRecipients(tx, id) });
  const { used, waits } = await readUsed(tx, first);
  if (waits) await holdMoney(tx, actor.userId, used, 'pin', madeIn);
  for (const id of tellAll ? first : used) {
    const to = await guardianRecipients(tx, id);
    await notifyOfChange(tx, context, id, 'pin-first', { to, waits: waits && used.includes(id) });
  }
}

/** Returns the students whose wallets have ever held money, and the school's rule on holds for a first PIN or finger. */
async function readUsed(tx: ReadTx, ids: readonly string[]): Promise<{ used: readonly string[]; waits: boolean }> {
  if (ids.length === 0) return { used: [], waits: false };
  const found = await tx.row<{ used: string[]; waits: boolean }>(
    `SELECT s.hold_first_means AS waits,
            ARRAY(SELECT a.student_id FROM accounts a WHERE a.school_id = s.id AND a.student_id = ANY($2::uuid[])
                    AND a.newest_position > 0) AS used
     FROM schools s WHERE s.id = $1`,
    [tx.schoolId, ids],
  );
  return found ?? { used: [], waits: false };
}
