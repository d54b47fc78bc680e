import type { checkHours } from '@mfuko/contract/campus';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { ReadTx } from '../../platform/database/database.ts';
import { STANDS } from './undone.ts';

/** Counts today's passages by hour of the school's clock, and the students on campus now. */
export async function readHours(tx: ReadTx): Promise<AnswerOf<typeof checkHours>> {
  const found = await tx.row<{ day: string; onCampus: number }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS day,
            (SELECT count(*)::int FROM gate_states g
             JOIN students p ON p.school_id = g.school_id AND p.id = g.student_id
             WHERE g.school_id = $1 AND g.kind = 'in' AND p.status = 'active' AND p.deleted_at IS NULL) AS "onCampus"
     FROM schools s WHERE s.id = $1`,
    [tx.schoolId],
  );
  if (!found) throw new TypeError('The school of this transaction has no row in schools.');
  const counted = await tx.rows<{ hour: number; ins: number; outs: number }>(
    `SELECT extract(hour FROM e.at AT TIME ZONE s.time_zone)::int AS hour,
            count(*) FILTER (WHERE e.kind = 'in')::int AS ins, count(*) FILTER (WHERE e.kind = 'out')::int AS outs
     FROM schools s JOIN gate_events e ON e.school_id = s.id
       AND e.at >= $2::date::timestamp AT TIME ZONE s.time_zone
       AND e.at < ($2::date + 1)::timestamp AT TIME ZONE s.time_zone
     WHERE s.id = $1 AND e.school_id = $1 AND ${STANDS} GROUP BY 1`,
    [tx.schoolId, found.day],
  );
  const hours = Array.from({ length: 24 }, (_, hour) => counted.find((each) => each.hour === hour) ?? empty(hour));
  return {
    ...found,
    hours,
    ins: hours.reduce((sum, { ins }) => sum + ins, 0),
    outs: hours.reduce((sum, { outs }) => sum + outs, 0),
  };
}

function empty(hour: number): { hour: number; ins: number; outs: number } {
  return { hour, ins: 0, outs: 0 };
}
