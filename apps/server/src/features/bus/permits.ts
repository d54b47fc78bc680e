import type { BusRow, permitBus } from '@mfuko/contract/bus';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { readBus } from './buses.ts';
import { type PaperOver, papersValid } from './errors.ts';

/** Expired papers of a bus at a moment, and the office's permit for that day. */
export interface BusPapers {
  readonly over: readonly PaperOver[];
  readonly permit: { readonly reason: string; readonly by: string } | null;
}

/** Reads the papers of a bus at a moment, or now if `at` is null, by the school's calendar. */
export async function readPapers(tx: ReadTx, busId: string, at: Date | null): Promise<BusPapers> {
  const found = await tx.row<BusPapers>(
    `SELECT CASE WHEN b.permitted_on = d.day THEN json_build_object('reason', b.permit_reason, 'by', b.permitted_by) END AS permit,
            (SELECT COALESCE(json_agg(json_build_object('paper', p.paper, 'until', to_char(p.until, 'YYYY-MM-DD')) ORDER BY p.paper), '[]')
             FROM (VALUES ('inspection', b.inspected_until), ('insurance', b.insured_until)) AS p (paper, until)
             WHERE p.until < d.day) AS over
     FROM buses b JOIN schools s ON s.id = b.school_id
     CROSS JOIN LATERAL (SELECT (COALESCE($3::timestamptz, clock_timestamp()) AT TIME ZONE s.time_zone)::date AS day) AS d
     WHERE b.school_id = $1 AND b.id = $2`,
    [tx.schoolId, busId, at],
  );
  return found ?? { over: [], permit: null };
}

/** Permits a bus to run today despite an expired paper. Throws bus.not-found and bus.papers-valid. */
export function permit(call: Call, { sysid, reason }: InputOf<typeof permitBus>): Promise<BusRow> {
  return call.record(async (tx) => {
    await tx.row('SELECT 1 AS one FROM buses WHERE school_id = $1 AND id = $2 FOR UPDATE', [tx.schoolId, sysid]);
    const bus = await readBus(tx, sysid);
    const { over } = await readPapers(tx, sysid, null);
    if (over.length === 0) throw papersValid(bus.busNumberPlate);
    await tx.row(
      `UPDATE buses SET permitted_on = (clock_timestamp() AT TIME ZONE (SELECT time_zone FROM schools WHERE id = $1))::date,
              permit_reason = $3, permitted_by = $4
       WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, sysid, reason, call.actor.userId],
    );
    const papers = over.map(({ paper }) => paper);
    await audit(tx, call, { action: 'bus.permit', subjectKind: 'bus', subjectId: sysid, detail: { papers, reason } });
    return readBus(tx, sysid);
  });
}
