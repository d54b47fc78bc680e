import type { CLOCK_FAULTS, ClockStatus } from '@mfuko/contract/clock';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { ReadCall } from '../../platform/http/call.ts';

/** Fault of the clock. */
export interface Fault {
  readonly why: (typeof CLOCK_FAULTS)[number];
  /** The clock's time, and the time that contradicts it: ISO 8601. */
  readonly now: string;
  readonly than: string;
  readonly offsetMs: number | null;
  /** The same times in the school's notation. */
  readonly nowText: string;
  readonly thanText: string;
  readonly message: string;
}

/** Reads the clock's fault for the transaction's school; in a platform transaction, the fault that concerns all schools. */
export async function readFault(tx: ReadTx): Promise<Fault | null> {
  const row = await tx.row<{ fault: Fault | null }>('SELECT clock_fault($1) AS fault', [tx.schoolId]);
  return row?.fault ?? null;
}

export interface OpenStatement {
  readonly sysid: string;
  readonly reason: string;
  readonly byUser: string;
  readonly by: string;
  readonly date: Date;
  readonly aheadUntil: Date;
}

const OPEN = `
  SELECT s.id AS sysid, s.reason, s.by_user AS "byUser", COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS by, s.at AS date,
         s.ahead_until AS "aheadUntil"
  FROM clock_statements s LEFT JOIN users u ON u.school_id = s.school_id AND u.id = s.by_user
  WHERE s.school_id = $1 AND s.decision IS NULL`;

/** Finds the statement that waits for a second person. */
export function findOpen(tx: ReadTx): Promise<OpenStatement | undefined> {
  return tx.row<OpenStatement>(OPEN, [tx.schoolId]);
}

/** Finds the same statement and locks it until the transaction ends. */
export function lockOpen(tx: Tx): Promise<OpenStatement | undefined> {
  return tx.row<OpenStatement>(`${OPEN} FOR UPDATE OF s`, [tx.schoolId]);
}

/** Reads the clock's status, as far as the caller may see it. */
export function readStatus({ actor, read }: ReadCall): Promise<ClockStatus> {
  return read(async (tx) => {
    const fault = await readFault(tx);
    const checked = await tx.row<{ now: Date; date: Date | null; offset: bigint | null }>(
      `SELECT clock_timestamp() AS now, CASE WHEN c.live THEN c.checked_at END AS date, CASE WHEN c.live THEN c.offset_ms END AS offset
       FROM (SELECT *, checked_at BETWEEN clock_timestamp() - interval '1 hour' AND clock_timestamp() + clock_tolerance() AS live
             FROM clock_checks) AS c`,
    );
    if (!checked) throw new TypeError('The query of the clock checks returned no row.');
    const open = actor.role === 'CheckAgent' || !fault ? undefined : await findOpen(tx);
    return {
      date: checked.now.toISOString(),
      fault: fault && { why: fault.why, than: asMoment(fault.than), offsetSeconds: inSeconds(fault.offsetMs) },
      network:
        checked.date && checked.offset !== null
          ? { date: checked.date.toISOString(), offsetSeconds: inSeconds(Number(checked.offset)) ?? 0 }
          : null,
      statement: open
        ? {
            sysid: open.sysid,
            reason: open.reason,
            by: open.by,
            date: open.date.toISOString(),
            aheadUntil: open.aheadUntil.toISOString(),
            mine: open.byUser === actor.userId,
          }
        : null,
    };
  });
}

function asMoment(text: string): string {
  return new Date(text).toISOString();
}

function inSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1_000);
}
