import type { SmsError, SmsGateway } from '../../gateways/sms/index.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { isCode } from './rules.ts';
import type { Message } from './store.ts';

/** Provider of a message: the first, or the second. */
export type Provider = 1 | 2;

/** Failover: the first provider fails, and messages go by the second. */
export interface Failover {
  readonly since: Date;
  readonly failure: string;
  readonly why: string;
  /** It is time to look at the first again. */
  readonly due: boolean;
}

const LOOK_AGAIN_SECONDS = 60;
/** An account that is empty or not known is not put right within a minute. */
const LOOK_AGAIN_STOPPED_SECONDS = 5 * 60;
/** A failure shorter than this is nobody's business: nothing waited for it. */
const TOLD_AFTER_MS = 10 * 60_000;
const TOLD_EVERY_SECONDS = 6 * 3_600;

export function gatewayOf(gateway: SmsGateway, provider: Provider): SmsGateway {
  return provider === 2 && gateway.second ? gateway.second : gateway;
}

/** Null: as far as is known the first provider takes messages. */
export async function readFailover(tx: ReadTx): Promise<Failover | null> {
  const found = await tx.row<Failover>(
    `SELECT primary_failing_since AS since, coalesce(primary_failure, '') AS failure, coalesce(primary_reason, '') AS why,
            primary_retry_at <= clock_timestamp() AS due FROM sms_gateway WHERE primary_failing_since IS NOT NULL`,
  );
  return found ?? null;
}

/**
 * Provider of a try. The one that may have the message already is the only one that it goes to; any other goes by the
 * first, or by the second while that fails. Null: it waits for the provider that may have it.
 */
export async function chooseProvider(tx: Tx, gateway: SmsGateway, message: Message): Promise<Provider | null> {
  const { handed_to: may } = message;
  if (!gateway.second) return may === 2 ? null : 1;
  const failover = await readFailover(tx);
  if (!failover) return may ?? 1;
  if (may === 2) return 2;
  if (may === 1) return failover.due && !isCode(message.kind) ? 1 : null;
  // Only a message can tell that an account has money again; no code is spent on that.
  const tries = failover.failure === 'stop' && failover.due && !isCode(message.kind) && (await claimLook(tx));
  return tries ? 1 : 2;
}

/** True for the one that is to find out whether the first takes messages again. */
async function claimLook(tx: Tx): Promise<boolean> {
  const claimed = await tx.row(
    `UPDATE sms_gateway SET primary_retry_at = clock_timestamp() + make_interval(secs => $1)
     WHERE primary_retry_at <= clock_timestamp() RETURNING one`,
    [LOOK_AGAIN_STOPPED_SECONDS],
  );
  return claimed !== undefined;
}

/** Has messages go by the second provider from now on, until the first is seen to take them again. */
export async function noteFirstFails(tx: Tx, { failure, message }: SmsError): Promise<void> {
  await tx.row(
    `UPDATE sms_gateway SET primary_failing_since = coalesce(primary_failing_since, clock_timestamp()), primary_failure = $1,
       primary_reason = $2, primary_retry_at = clock_timestamp() + make_interval(secs => $3)`,
    [failure, message, failure === 'stop' ? LOOK_AGAIN_STOPPED_SECONDS : LOOK_AGAIN_SECONDS],
  );
}

export async function noteFirstWorks(tx: Tx): Promise<void> {
  await tx.row(
    `UPDATE sms_gateway SET primary_failing_since = NULL, primary_retry_at = NULL, primary_failure = NULL, primary_reason = NULL
     WHERE primary_failing_since IS NOT NULL`,
  );
}

/** Looks at a first provider that failed, by a request that sends nothing. Admins hear of one that fails for long. */
export async function lookAtFirst(context: AppContext, gateway: SmsGateway): Promise<void> {
  const failover = await context.db.readPlatform(readFailover);
  if (!failover) return;
  if (!gateway.second) return context.db.inPlatform(noteFirstWorks);
  if (context.clock.now() - failover.since.getTime() >= TOLD_AFTER_MS)
    await context.db.inPlatform(notifyOfFailover(failover));
  if (!failover.due || failover.failure === 'stop') return;
  const isBack = gateway.isReachable ? await gateway.isReachable() : true;
  await context.db.inPlatform((tx) => (isBack ? noteFirstWorks(tx) : postponeLook(tx)));
}

async function postponeLook(tx: Tx): Promise<void> {
  await tx.row('UPDATE sms_gateway SET primary_retry_at = clock_timestamp() + make_interval(secs => $1)', [
    LOOK_AGAIN_SECONDS,
  ]);
}

const notifyOfFailover =
  ({ why }: Failover) =>
  (tx: Tx) =>
    enqueueStaffNotice(tx, {
      kind: 'sms.second',
      subject: { kind: 'message', id: 'first-gateway' },
      params: { why },
      quietSeconds: TOLD_EVERY_SECONDS,
    });
