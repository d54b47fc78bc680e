import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { fallOver } from './chain.ts';
import { readOutage } from './gateway-state.ts';
import { release } from './month.ts';
import { countExpired } from './outage-store.ts';
import { isCode, keepsText } from './rules.ts';
import type { Message } from './store.ts';

/** Seconds between two notices for one kind of message: a gateway that is down fails every message. */
const TOLD_EVERY = 600;

/** Gives up a message that was not sent. */
export async function fail(
  tx: Tx,
  context: AppContext,
  message: Message,
  { why, tell, next }: { readonly why: string; readonly tell: boolean; readonly next: boolean },
): Promise<void> {
  await tx.row(
    `UPDATE sms_messages SET state = 'failed', state_at = clock_timestamp(), failed_at = clock_timestamp(), failure = $3
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, message.id, why],
  );
  await forget(tx, message);
  await release(tx, message);
  if (next && (await fallOver(tx, context, message))) return;
  if (tell) await notifyOfFailure(tx, message, why);
}

/**
 * Gives up a message whose life has ended. Expired messages of a school are counted and reported together; an expired code is reported to
 * the platform's Admins only where no outage was reported anyway.
 */
export async function expire(tx: Tx, context: AppContext, message: Message): Promise<void> {
  await fail(tx, context, message, { why: 'expired', tell: false, next: false });
  if (!message.meant) return;
  if (!isCode(message.kind)) await countExpired(tx);
  else if (message.tries > 0 && !(await readOutage(tx))) await notifyOfFailure(tx, message, 'expired');
}

/** Erases number and text of a message that holds a secret; its row and the masked number remain. */
export async function forget(tx: Tx, { id, kind }: Message): Promise<void> {
  if (keepsText(kind)) return;
  await tx.row('UPDATE sms_messages SET to_sealed = NULL, text_sealed = NULL WHERE school_id = $1 AND id = $2', [
    ...[tx.schoolId, id],
  ]);
}

/** Notifies the staff of the transaction's school; in the platform's own place, its Admins. */
export async function notifyOfFailure(tx: Tx, message: Message, why: string): Promise<void> {
  await enqueueStaffNotice(tx, {
    kind: tx.schoolId === PLATFORM_SCHOOL ? 'sms.failed' : 'sms.unreached',
    subject: { kind: 'message', id: message.kind },
    params: { to: message.to_masked ?? '', why },
    quietSeconds: TOLD_EVERY,
  });
}
