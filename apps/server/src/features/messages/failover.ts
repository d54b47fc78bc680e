import type { SmsError, SmsGateway } from '../../gateways/sms/index.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { isCode } from './rules.ts';
import type { Message } from './store.ts';

/** Provider of a message: the primary (1) or the second (2). */
export type Provider = 1 | 2;

/** Failover: the primary provider fails, and messages go by the second. */
export interface Failover {
  readonly since: Date;
  readonly failure: string;
  readonly why: string;
  /** True if the primary is due to be probed again. */
  readonly due: boolean;
}

const CHECK_AGAIN_SECONDS = 60;
/** Pause between probes after a `stop`: an account that is empty or unknown is not mended within a minute. */
const CHECK_STOPPED_AGAIN_SECONDS = 5 * 60;
/** Failures shorter than this are not reported, since no message waited. */
const TOLD_AFTER_MS = 10 * 60_000;
const TOLD_EVERY_SECONDS = 6 * 3_600;

export function gatewayOf(gateway: SmsGateway, provider: Provider): SmsGateway {
  return provider === 2 && gateway.second ? gateway.second : gateway;
}

/** Reads the failover; null while the primary takes messages, as far as is known. */
export async function readFailover(tx: ReadTx): Promise<Failover | null> {
  const found = await tx.row<Failover>(
    `SELECT primary_failing_since AS since, coalesce(primary_failure, '') AS failure, coalesce(primary_reason, '') AS why,
            primary_retry_at <= clock_timestamp() AS due FROM sms_gateway WHERE primary_failing_since IS NOT NULL`,
  );
  return found ?? null;
}

/**
 * Chooses the provider of a try. A message that a provider may have already goes to that provider alone. Any other goes by the primary,
 * or by the second while the primary fails. Null: the message waits for the provider that may have it.
 */
export async function chooseProvider(tx: Tx, gateway: SmsGateway, message: Message): Promise<Provider | null> {
  const { handed_to: may } = message;
  if (!gateway.second) return may === 2 ? null : 1;
  const failover = await readFailover(tx);
  if (!failover) return may ?? 1;
  if (may === 2) return 2;
  if (may === 1) return failover.due && !isCode(message.kind) ? 1 : null;
  // Only a message can find out that the account has money again; a code is too urgent for that.
  const tries = failover.failure === 'stop' && failover.due && !isCode(message.kind) && (await claimCheck(tx));
  return tries ? 1 : 2;
}

/** Claims the next probe of the primary; returns true for one claimant only. */
async function claimCheck(tx: Tx): Promise<boolean> {
  const claimed = await tx.row(
    `UPDATE sms_gateway SET primary_retry_at = clock_timestamp() + make_interval(secs => $1)
     WHERE primary_retry_at <= clock_timestamp() RETURNING one`,
    [CHECK_STOPPED_AGAIN_SECONDS],
  );
  return claimed !== undefined;
}

/** Routes messages by the second provider until a probe finds that the primary takes messages again. */
export async function noteFirstFails(tx: Tx, { failure, message }: SmsError): Promise<void> {
  await tx.row(
    `UPDATE sms_gateway SET primary_failing_since = coalesce(primary_failing_since, clock_timestamp()), primary_failure = $1,
       primary_reason = $2, primary_retry_at = clock_timestamp() + make_interval(secs => $3)`,
    [failure, message, failure === 'stop' ? CHECK_STOPPED_AGAIN_SECONDS : CHECK_AGAIN_SECONDS],
  );
}

export async function noteFirstWorks(tx: Tx): Promise<void> {
  await tx.row(
    `UPDATE sms_gateway SET primary_failing_since = NULL, primary_retry_at = NULL, primary_failure = NULL, primary_reason = NULL
     WHERE primary_failing_since IS NOT NULL`,
  );
}

/** Probes a failed primary by a request that sends nothing. Notifies the Admins of a long failure. */
export async function checkPrimary(context: AppContext, gateway: SmsGateway): Promise<void> {
  const failover = await context.db.readPlatform(readFailover);
  if (!failover) return;
  if (!gateway.second) return context.db.inPlatform(noteFirstWorks);
  if (context.clock.now() - failover.since.getTime() >= TOLD_AFTER_MS)
    await context.db.inPlatform(notifyOfFailover(failover));
  if (!failover.due || failover.failure === 'stop') return;
  const isBack = gateway.isReachable ? await gateway.isReachable() : true;
  await context.db.inPlatform((tx) => (isBack ? noteFirstWorks(tx) : postponeCheck(tx)));
}

async function postponeCheck(tx: Tx): Promise<void> {
  await tx.row('UPDATE sms_gateway SET primary_retry_at = clock_timestamp() + make_interval(secs => $1)', [
    CHECK_AGAIN_SECONDS,
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
