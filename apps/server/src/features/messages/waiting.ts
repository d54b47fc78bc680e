import type { SmsGateway } from '../../gateways/sms/index.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { enqueueOne } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { expire } from './fail.ts';
import { checkPrimary } from './failover.ts';
import { noteAway, noteBack, readOutage, SEND_WAITING } from './gateway-state.ts';
import { notifyOfOutage } from './outage.ts';
import { inPlace } from './place.ts';
import { sendNow } from './send.ts';
import { lockMessage } from './store.ts';

/** Messages read at once; they are sent one after the other, so that the provider sets the pace and texts keep their order. */
const AT_ONCE = 20;
/** Messages after which the job ends and queues itself again, to let other jobs run. */
const PORTION = 200;
const EXPIRED_AT_ONCE = 200;

/** Excludes schools that have moved to another installation, whose messages move along. */
const NOT_CLOSED = 'NOT EXISTS (SELECT 1 FROM schools c WHERE c.id = m.school_id AND c.closed_at IS NOT NULL)';

interface Due {
  readonly id: string;
  readonly schoolId: string;
}

/**
 * Sends the messages that are due: codes first, then in the order in which they were written. While the gateway is away it is only
 * probed; once it answers, one message goes first and all others follow.
 */
export async function sendWaiting(context: AppContext, gateway: SmsGateway): Promise<void> {
  const faults: unknown[] = [];
  await expireWaiting(context);
  const { db } = context;
  await checkPrimary(context, gateway);
  const outage = await db.readPlatform(readOutage);
  if (!outage) await sendInOrder(context, gateway, faults);
  else if (outage.due) {
    if (await isBack(gateway)) await sendInOrder(context, gateway, faults, true);
    else await noteAway(context);
  }
  await notifyOfOutage(context);
  // A message that failed by an error of this server waits for the next run.
  if (faults.length > 0) throw faults[0];
  await db.inPlatform(sendNext);
}

/** Returns true if a provider can be reached. A gateway without a probe counts as reachable, so that one message serves as the probe. */
async function isBack(gateway: SmsGateway): Promise<boolean> {
  if (!gateway.isReachable || (await gateway.isReachable())) return true;
  return gateway.second?.isReachable?.() ?? false;
}

async function sendInOrder(
  context: AppContext,
  gateway: SmsGateway,
  faults: unknown[],
  probing = false,
): Promise<void> {
  for (let tried = 0; tried < PORTION; ) {
    const due = await context.db.readPlatform((tx) => listDue(tx, probing ? 1 : AT_ONCE));
    if (due.length === 0) {
      // No message is left to serve as the probe, and the gateway has answered.
      if (probing) await context.db.inPlatform(noteBack);
      return;
    }
    for (const where of due) {
      const outcome = await sendNow(context, gateway, where, { probing }).catch((fault: unknown) => {
        faults.push(fault);
      });
      if (outcome === 'away') return;
    }
    tried += due.length;
    if (probing) probing = (await context.db.readPlatform(readOutage)) !== null;
  }
}

function listDue(tx: ReadTx, most: number): Promise<Due[]> {
  return tx.rows<Due>(
    `SELECT id, school_id AS "schoolId" FROM sms_messages m
     WHERE state = 'waiting' AND next_try_at <= clock_timestamp() AND ${NOT_CLOSED}
     ORDER BY (kind LIKE '%-code') DESC, created_at, id LIMIT $1`,
    [most],
  );
}

/** Gives up expired messages, even while the gateway is away, one school after the other. */
async function expireWaiting(context: AppContext): Promise<void> {
  for (;;) {
    const over = await context.db.readPlatform((tx) =>
      tx.rows<Due>(
        `SELECT id, school_id AS "schoolId" FROM sms_messages m WHERE state = 'waiting'
           AND next_try_at <= clock_timestamp() AND expires_at <= clock_timestamp() AND ${NOT_CLOSED}
         ORDER BY school_id, id LIMIT $1`,
        [EXPIRED_AT_ONCE],
      ),
    );
    const [first] = over;
    if (!first) return;
    await inPlace(context.db, first.schoolId, async (tx) => {
      for (const { id, schoolId } of over) {
        if (schoolId !== tx.schoolId) return;
        const held = await lockMessage(tx, id);
        if (held?.state === 'waiting' && held.due && held.expired) await expire(tx, context, held);
      }
    });
  }
}

/** Queues this job again for the next due message, or for the next probe. */
async function sendNext(tx: Tx): Promise<void> {
  const next = await tx.row<{ at: Date | null }>(
    `SELECT CASE WHEN unreachable_since IS NOT NULL THEN probe_at
                 ELSE (SELECT min(next_try_at) FROM sms_messages m
                       WHERE state = 'waiting' AND next_try_at < clock_timestamp() + interval '1 minute' AND ${NOT_CLOSED}) END AS at
     FROM sms_gateway`,
  );
  if (next?.at) await enqueueOne(tx, SEND_WAITING, next.at);
}
