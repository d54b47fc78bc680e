import type { AppContext } from '../platform/process/app-context.ts';
import type { DemoSchool } from './people.ts';

/**
 * Seeds three months of gate events up to `until` (Unix milliseconds): in before lessons, out after them, a few absent each day. A
 * single statement, since the first start creates tens of thousands of rows. Ids are derived from the time like all ids; everything
 * else is derived from the student's number and the age of the day, so that each first start yields the same data.
 */
export async function seedGate(context: AppContext, demo: DemoSchool, until: number): Promise<void> {
  await context.db.inSchool(demo.schoolId, async (tx) => {
    // A slow machine may need longer for three months of data than the default timeout allows.
    await tx.row(`SET LOCAL statement_timeout = '60s'`);
    await tx.row(
      `INSERT INTO gate_events (school_id, id, student_id, kind, method, at, recorded_by)
       SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
                   || '8' || substr(md5(random()::text || student_id), 1, 15))::uuid,
              student_id, kind, CASE draw % 10 WHEN 0 THEN 'pin' ELSE 'fingerprint' END, at, $3
       FROM (
         SELECT s.id AS student_id, k.kind, draw,
                (d.day::date + CASE k.kind WHEN 'in' THEN time '06:50' ELSE time '16:00' END) AT TIME ZONE 'Africa/Nairobi'
                  + draw % 2100 * interval '1 second' AS at
         FROM generate_series(current_date - 91, current_date, interval '1 day') AS d(day)
         CROSS JOIN (SELECT id, admission_number FROM students WHERE school_id = $1 AND id = ANY($2)) AS s
         CROSS JOIN (VALUES ('in'), ('out')) AS k(kind)
         CROSS JOIN LATERAL (SELECT concat_ws(' ', s.admission_number, current_date - d.day::date) AS day_of_student) AS day
         CROSS JOIN LATERAL (SELECT abs(hashtext(concat_ws(' ', day_of_student, k.kind))) AS draw) AS draws
         WHERE extract(isodow FROM d.day) < 6
           AND (hashtext(day_of_student) & 31) <> 0
       ) AS passages
       WHERE at < $4`,
      [demo.schoolId, demo.students.map((student) => student.id), demo.guardId, new Date(until)],
    );
    await tx.row(
      `INSERT INTO gate_states (school_id, student_id, kind, since, event_id)
       SELECT DISTINCT ON (student_id) school_id, student_id, kind, at, id FROM gate_events
       WHERE school_id = $1 ORDER BY student_id, at DESC`,
      [demo.schoolId],
    );
  });
}
