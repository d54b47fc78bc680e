import { setTimeout as sleep } from 'node:timers/promises';
import type { Sms, SmsGateway, Taken } from '../../gateways/sms/index.ts';
import { PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import { saysDiskFull, saysNotNow } from '../../platform/database/not-now.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { afterFailure, type Outcome } from './after-failure.ts';
import { expire, fail, forget } from './fail.ts';
import { chooseProvider, noteFirstWorks, type Provider } from './failover.ts';
import { gatewayWorks, readOutage, stoppedUntil } from './gateway-state.ts';
import { claim, settle } from './month.ts';
import { inPlace } from './place.ts';
import { isCode, isUrgent } from './rules.ts';
import { countTry, lockMessage, type Message, opener, tryAgainAt, tryAgainIn, writeMessage } from './store.ts';
import { submit } from './submit.ts';

export interface Whereabouts {
  readonly id: string;
  readonly schoolId?: string | undefined;
}

/** Stores a message, sealed, and queues the job that sends it. The message expires after `lifeSeconds`. */
export async function enqueueMessage(tx: Tx, context: AppContext, sms: Sms, lifeSeconds: number): Promise<void> {
  await writeMessage(tx, context, { sms, lifeSeconds });
}

/**
 * Tries a message that is due and has not expired. While the gateway is away the message waits with all others, except for the probing
 * message (`probing`) and a code that was never tried. A message that is given up goes to the next guardian, or is reported to the staff.
 */
export async function sendNow(
  context: AppContext,
  gateway: SmsGateway,
  where: Whereabouts,
  { probing = false }: { readonly probing?: boolean } = {},
): Promise<Outcome> {
  const schoolId = where.schoolId ?? PLATFORM_SCHOOL;
  const inItsPlace = <T>(work: (tx: Tx) => Promise<T>) => inPlace(context.db, schoolId, work);
  const up = await inItsPlace((tx) => takeUp(tx, context, gateway, where.id, probing));
  if (typeof up === 'string') return up;
  const { due, provider } = up;
  if (!due.to_sealed || !due.text_sealed) return 'over';
  const open = opener(context, due);
  const sms = { to: open(due.to_sealed), text: open(due.text_sealed), kind: due.kind };
  const tried = await submit(context, gateway, { sms, provider, pinned: due.handed_to !== null, schoolId, id: due.id });
  if ('error' in tried) return afterFailure(context, schoolId, due, tried);
  await outlivingOutages(() => inItsPlace((tx) => wasTaken(tx, context, where.id, tried)));
  return 'sent';
}

/** Seconds until the retry of a message that only one provider may be given, while that provider fails. */
const SECONDS_FOR_ITS_PROVIDER = 60;
/** Longest time of retries, shorter than the lease of a try: until the lease ends no other worker sends the message. */
const MAX_RETRY_MS = 60_000;
const RETRY_MS = 500;

/** Stores an outcome that cannot be asked for again, with retries while the database is away: else the message is sent twice. */
async function outlivingOutages(write: () => Promise<void>): Promise<void> {
  const end = performance.now() + MAX_RETRY_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(saysNotNow(error) || saysDiskFull(error)) || performance.now() > end) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Returns the message if it is to be sent now, and counts its try. */
async function takeUp(
  tx: Tx,
  context: AppContext,
  gateway: SmsGateway,
  id: string,
  probing: boolean,
): Promise<{ readonly due: Message; readonly provider: Provider } | Outcome> {
  const due = await lockMessage(tx, id);
  if (due?.state !== 'waiting' || !due.due) return 'over';
  if (due.expired) {
    await expire(tx, context, due);
    return 'over';
  }
  if (isCode(due.kind) && due.handed_to !== null) {
    await fail(tx, context, due, {
      why: 'nobody knows whether it was sent',
      tell: tx.schoolId === PLATFORM_SCHOOL,
      next: false,
    });
    return 'over';
  }
  const outage = probing ? null : await readOutage(tx);
  if (outage && !(isCode(due.kind) && due.tries === 0)) {
    await tryAgainIn(tx, id, 0);
    return 'away';
  }
  const provider = await chooseProvider(tx, gateway, due);
  if (provider === null) {
    await tryAgainIn(tx, id, SECONDS_FOR_ITS_PROVIDER);
    return 'waits';
  }
  const kept = isUrgent(due.kind) ? null : await deleteBlockersOf(tx, context, due);
  if (kept) return kept;
  await countTry(tx, id, provider);
  return { due, provider };
}

/** Holds back or ends a message that is not urgent; returns null where the message may go. */
async function deleteBlockersOf(tx: Tx, context: AppContext, due: Message): Promise<Outcome | null> {
  if (due.to_hash && (await hasOptedOut(tx, due.to_hash))) {
    await fail(tx, context, due, { why: 'the guardian wants no messages', tell: true, next: true });
    return 'over';
  }
  const stopped = await stoppedUntil(tx);
  if (stopped) {
    await tryAgainAt(tx, due.id, stopped.until);
    return 'waits';
  }
  if (await claim(tx, due, BigInt(due.segments * context.config.smsPrice))) return null;
  await tx.row(
    `UPDATE sms_messages SET state = 'stopped', state_at = clock_timestamp(), failure = 'the cap of the month is reached'
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, due.id],
  );
  return 'over';
}

async function hasOptedOut(tx: ReadTx, phoneHash: Buffer): Promise<boolean> {
  return (await tx.row('SELECT 1 AS one FROM sms_opt_outs WHERE phone_hash = $1', [phoneHash])) !== undefined;
}

async function wasTaken(
  tx: Tx,
  context: AppContext,
  id: string,
  { providerId, cost, provider }: Taken & { readonly provider: Provider },
): Promise<void> {
  const sent = await lockMessage(tx, id);
  if (sent?.state !== 'waiting') return;
  await tx.row(
    `UPDATE sms_messages SET state = 'sent', state_at = clock_timestamp(), sent_at = clock_timestamp(), provider_id = $3
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, providerId],
  );
  await forget(tx, sent);
  // Lock the gateway's row before the month's, in the same order as `takeUp`, to avoid a deadlock.
  await gatewayWorks(tx);
  if (provider === 1) await noteFirstWorks(tx);
  await settle(tx, sent, cost ?? BigInt(sent.segments * context.config.smsPrice));
}
