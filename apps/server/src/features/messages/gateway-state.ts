import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { enqueueOne } from '../../platform/jobs/jobs.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { probeAfter } from './rules.ts';

/** Job that sends the waiting messages in order; only one runs at a time. */
export const SEND_WAITING = 'send-waiting-sms';

/** Seconds between two notices. */
const TOLD_EVERY = 600;

/** Returns the time until which only urgent messages are sent, and the reason; null where nothing is stopped. */
export async function stoppedUntil(tx: ReadTx): Promise<{ until: Date; why: string } | null> {
  const stopped = await tx.row<{ until: Date; why: string }>(
    `SELECT stopped_until AS until, coalesce(stop_reason, '') AS why FROM sms_gateway 
     WHERE stopped_until > clock_timestamp() AND stopped_until < clock_timestamp() + interval '1 day'`,
  );
  return stopped ?? null;
}

/** Stops all messages but urgent ones for some seconds, and notifies the platform's Admins: the provider would take none. */
export async function stopGateway(context: AppContext, why: string, seconds: number): Promise<void> {
  await context.db.inPlatform(async (tx) => {
    await tx.row(
      'UPDATE sms_gateway SET stopped_until = clock_timestamp() + make_interval(secs => $1), stop_reason = $2',
      [...[seconds, why]],
    );
    await enqueueStaffNotice(tx, {
      kind: 'sms.stopped',
      subject: { kind: 'message', id: 'gateway' },
      params: { why },
      quietSeconds: TOLD_EVERY,
    });
  });
}

/** Outage: the gateway cannot be reached. */
export interface Outage {
  readonly since: Date;
  /** True if the pause before the next probe is over. */
  readonly due: boolean;
}

/** Reads the outage; null while the gateway answers, as far as is known. */
export async function readOutage(tx: ReadTx): Promise<Outage | null> {
  const found = await tx.row<Outage>(
    `SELECT unreachable_since AS since, probe_at <= clock_timestamp() AS due FROM sms_gateway WHERE unreachable_since IS NOT NULL`,
  );
  return found ?? null;
}

/** Records that the gateway was not reached: all messages wait, and the next probe comes after a pause that grows with each probe. */
export async function noteAway(context: AppContext): Promise<void> {
  await context.db.inPlatform(async (tx) => {
    const held = await tx.row<{ probes: number }>('SELECT probes FROM sms_gateway FOR UPDATE');
    const probes = (held?.probes ?? 0) + 1;
    const noted = await tx.row<{ probeAt: Date }>(
      `UPDATE sms_gateway SET probes = $1, unreachable_since = coalesce(unreachable_since, clock_timestamp()),
         probe_at = clock_timestamp() + make_interval(secs => $2) RETURNING probe_at AS "probeAt"`,
      [probes, probeAfter(probes)],
    );
    if (noted) await enqueueOne(tx, SEND_WAITING, noted.probeAt);
  });
}

/** Records that the gateway answered, and queues the job that sends the waiting messages. */
export async function noteBack(tx: Tx): Promise<void> {
  const back = await tx.row(
    `UPDATE sms_gateway SET unreachable_since = NULL, probe_at = NULL, probes = 0 WHERE unreachable_since IS NOT NULL RETURNING one`,
  );
  if (back) await enqueueOne(tx, SEND_WAITING, new Date(0));
}

/** Records that a message was taken, which ends every stop and outage. */
export async function gatewayWorks(tx: Tx): Promise<void> {
  await tx.row('UPDATE sms_gateway SET stopped_until = NULL, stop_reason = NULL WHERE stopped_until IS NOT NULL');
  await noteBack(tx);
}
