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
import { countTry, holdMessage, type Message, opener, tryAgainAt, tryAgainIn, writeMessage } from './store.ts';
import { submit } from './submit.ts';

export interface Whereabouts {
  readonly id: string;
  readonly schoolId?: string | undefined;
}

/** Writes a message down, sealed, with the job that sends it; it is dropped once `lifeSeconds` have passed. */
export async function enqueueMessage(tx: Tx, context: AppContext, sms: Sms, lifeSeconds: number): Promise<void> {
  await writeMessage(tx, context, { sms, lifeSeconds });
}

/**
 * Tries a message that is still worth sending and whose turn it is. Where the gateway is away it waits with all others,
 * but for the one that is to find out whether it is back (`probing`), and a code that was never tried. Where a message is
 * given up, the next guardian has it, or those who can do something are told.
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

/** In how many seconds a message is taken up again that only one provider may be asked about, while that one fails. */
const SECONDS_FOR_ITS_PROVIDER = 60;
/** Shorter than the lease of a try: until then nobody else sends the message. */
const LONGEST_RETRY_MS = 60_000;
const RETRY_MS = 500;

/** Writes down what cannot be asked again, also where the connection is lost meanwhile: else the message went out a second time. */
async function outlivingOutages(write: () => Promise<void>): Promise<void> {
  const end = performance.now() + LONGEST_RETRY_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(saysNotNow(error) || saysDiskFull(error)) || performance.now() > end) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** The message, if it is to be sent now; its try is counted. */
async function takeUp(
  tx: Tx,
  context: AppContext,
  gateway: SmsGateway,
  id: string,
  probing: boolean,
): Promise<{ readonly due: Message; readonly provider: Provider } | Outcome> {
  const due = await holdMessage(tx, id);
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

/** Of what is not urgent: it waits for somebody, or ends here. Null: it may go. */
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
  const sent = await holdMessage(tx, id);
  if (sent?.state !== 'waiting') return;
  await tx.row(
    `UPDATE sms_messages SET state = 'sent', state_at = clock_timestamp(), sent_at = clock_timestamp(), provider_id = $3
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, providerId],
  );
  await forget(tx, sent);
  // The gateway's row before the month's, as whoever takes a message up locks them: else two would wait for each other.
  await gatewayWorks(tx);
  if (provider === 1) await noteFirstWorks(tx);
  await settle(tx, sent, cost ?? BigInt(sent.segments * context.config.smsPrice));
}
