import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { Message } from './store.ts';

/** Monthly cap of a school that has set none, in ten-thousandths of a shilling. */
export const USUAL_CAP = 50_000_000n;

const THIS_MONTH = `date_trunc('month', clock_timestamp() AT TIME ZONE
  coalesce((SELECT time_zone FROM schools WHERE id = $1), 'Africa/Nairobi'))::date`;

/** Reads the current month of the transaction's school, with its row locked until the transaction ends. */
async function lockMonth(tx: Tx): Promise<{ month: string; cost: bigint; cap: bigint }> {
  const held = await tx.row<{ month: string; cost: bigint }>(
    `INSERT INTO sms_months AS m (school_id, month) VALUES ($1, ${THIS_MONTH})
     ON CONFLICT (school_id, month) DO UPDATE SET cost = m.cost RETURNING month::text, cost`,
    [tx.schoolId],
  );
  if (!held) throw new TypeError('The INSERT of the SMS month returned no row.');
  const set = await tx.row<{ cap: bigint }>('SELECT cap FROM sms_settings WHERE school_id = $1', [tx.schoolId]);
  return { ...held, cap: set?.cap ?? USUAL_CAP };
}

/**
 * Counts the estimated cost of a message before it is sent, so that parallel messages cannot exceed the cap. Returns false where the cap
 * does not suffice; the staff is notified of that once a month. A message is counted once, however often it is tried.
 */
export async function claim(tx: Tx, message: Message, estimate: bigint): Promise<boolean> {
  if (message.cost !== null) return true;
  const { month, cost, cap } = await lockMonth(tx);
  if (cost + estimate <= cap) {
    await count(tx, message.id, month, estimate);
    return true;
  }
  const told = await tx.row(
    `UPDATE sms_months SET notified_at = clock_timestamp() WHERE school_id = $1 AND month = $2 AND notified_at IS NULL
     RETURNING month`,
    [tx.schoolId, month],
  );
  if (told) {
    const params = { month: month.slice(0, 7), cap: inKes(cap) };
    await enqueueStaffNotice(tx, { kind: 'sms.cap', subject: null, params });
  }
  return false;
}

/** Replaces the estimated cost of a message by its actual cost. */
export async function settle(tx: Tx, message: Message, cost: bigint): Promise<void> {
  if (message.cost === null) {
    const { month } = await lockMonth(tx);
    return count(tx, message.id, month, cost);
  }
  await recount(tx, message.id, cost);
}

/** Sets the cost of a message that was not sent to zero. */
export async function release(tx: Tx, message: Message): Promise<void> {
  if (message.cost !== null) await recount(tx, message.id, 0n);
}

async function count(tx: Tx, id: string, month: string, cost: bigint): Promise<void> {
  await tx.row('UPDATE sms_messages SET cost = $3, month = $4 WHERE school_id = $1 AND id = $2', [
    ...[tx.schoolId, id, cost, month],
  ]);
  await tx.row('UPDATE sms_months SET cost = cost + $3, messages = messages + 1 WHERE school_id = $1 AND month = $2', [
    ...[tx.schoolId, month, cost],
  ]);
}

async function recount(tx: Tx, id: string, cost: bigint): Promise<void> {
  await tx.row(
    `WITH was AS (SELECT id, cost, month FROM sms_messages WHERE school_id = $1 AND id = $2),
          now_is AS (UPDATE sms_messages m SET cost = $3 FROM was WHERE m.school_id = $1 AND m.id = was.id RETURNING m.id)
     UPDATE sms_months s SET cost = s.cost - was.cost + $3 FROM was WHERE s.school_id = $1 AND s.month = was.month`,
    [tx.schoolId, id, cost],
  );
}

/** Converts ten-thousandths of a shilling to KES. */
export function inKes(tenThousandths: bigint): number {
  return Number(tenThousandths) / 10_000;
}

/** Reads the costs and counts of the current month of the transaction's school. */
export async function readMonth(tx: ReadTx) {
  const row = await tx.row<{ month: string; spent: bigint; cap: bigint; messages: number; stopped: number }>(
    `SELECT to_char(now_in.month, 'YYYY-MM') AS month, coalesce(m.cost, 0) AS spent, coalesce(s.cap, ${USUAL_CAP}) AS cap,
            coalesce(m.messages, 0) AS messages,
            (SELECT count(*)::int FROM sms_messages t WHERE t.school_id = $1 AND t.state = 'stopped'
              AND t.state_at >= now_in.month::timestamp AT TIME ZONE now_in.zone) AS stopped
     FROM (SELECT ${THIS_MONTH} AS month,
                  coalesce((SELECT time_zone FROM schools WHERE id = $1), 'Africa/Nairobi') AS zone) AS now_in
     LEFT JOIN sms_months m ON m.school_id = $1 AND m.month = now_in.month
     LEFT JOIN sms_settings s ON s.school_id = $1`,
    [tx.schoolId],
  );
  if (!row) throw new TypeError('The SMS month has no row.');
  return { ...row, spent: inKes(row.spent), cap: inKes(row.cap) };
}
