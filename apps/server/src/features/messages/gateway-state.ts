import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { tellStaffLater } from '../../platform/tell.ts';

/** Told once in so many seconds. */
const TOLD_EVERY = 600;

/** Until when nothing but what is urgent is handed over; null: go on. */
export async function stoppedUntil(tx: Tx): Promise<{ until: Date; why: string } | null> {
  const stopped = await tx.row<{ until: Date; why: string }>(
    `SELECT stopped_until AS until, coalesce(why, '') AS why FROM sms_gateway WHERE stopped_until > clock_timestamp()`,
  );
  return stopped ?? null;
}

/** Lets what is not urgent wait, and tells the platform's Admins: nothing would be taken. */
export async function stopGateway(house: House, why: string, seconds: number): Promise<void> {
  await house.db.inPlatform(async (tx) => {
    await tx.row('UPDATE sms_gateway SET stopped_until = clock_timestamp() + make_interval(secs => $1), why = $2', [
      ...[seconds, why],
    ]);
    await tellStaffLater(tx, {
      kind: 'sms.stopped',
      subject: { kind: 'message', id: 'gateway' },
      params: { why },
      quietSeconds: TOLD_EVERY,
    });
  });
}

/** A message was taken: whatever it was, it is over. */
export async function gatewayWorks(tx: Tx): Promise<void> {
  await tx.row('UPDATE sms_gateway SET stopped_until = NULL, why = NULL WHERE stopped_until IS NOT NULL');
}
