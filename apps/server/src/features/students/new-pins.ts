import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { holdMoney } from './money-holds.ts';
import { guardianRecipients, notifyOfChange } from './security-notices.ts';

interface NewPins {
  /** Students who had another PIN before. */
  readonly changed?: readonly string[];
  /** Students who had none. */
  readonly first?: readonly string[];
  /** True if guardians hear of a first PIN also where the wallet has never held money, as of one that is set by hand. */
  readonly tellAll?: boolean;
  /** Set if they were made together with many others. */
  readonly madeIn?: string | null;
}

/**
 * PINs that were set: cash by a changed one waits, and the guardians are told. A first one is known to whoever set or printed it: the
 * guardians are told where the wallet has ever held money, and it waits there too where the school says so. On a school's first
 * day no wallet has held any.
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

/** Those of the students whose wallets have ever held money, and the school's rule for first means. */
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
