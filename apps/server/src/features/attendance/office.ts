import type * as contract from '@mfuko/contract/attendance';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { readDay } from './day.ts';
import { alreadyNotified, dayOffNotFound, notYetAbsent } from './errors.ts';

/** Makes the job notify the guardians of today's absent students, even if the job had held the notices. */
export function notifyNow(call: Call, now: Date): Promise<Record<string, never>> {
  return call.record(async (tx) => {
    const { today, mayTell } = await readDay(tx, now, null);
    if (!mayTell) throw notYetAbsent();
    const decided = await tx.row(
      `INSERT INTO absence_days (school_id, day, decision, pressed_by) VALUES ($1, $2, 'send', $3)
       ON CONFLICT (school_id, day) DO UPDATE SET decision = 'send', pressed_by = $3, decided_at = clock_timestamp()
         WHERE absence_days.decision = 'held' RETURNING day`,
      [tx.schoolId, today, call.actor.userId],
    );
    if (!decided) throw alreadyNotified();
    await audit(tx, call, {
      action: 'school.tell-absent',
      subjectKind: 'school',
      subjectId: tx.schoolId,
      detail: { day: today },
    });
    return {};
  });
}

export function nameDaysOff(call: Call, input: InputOf<typeof contract.setDaysOff>): Promise<{ days: number }> {
  const { from, until, reason } = input;
  return call.record(async (tx) => {
    // A day that is set again takes the new reason and user.
    await tx.row('DELETE FROM days_off WHERE school_id = $1 AND day BETWEEN $2 AND $3', [tx.schoolId, from, until]);
    const named = await tx.rows(
      `INSERT INTO days_off (school_id, day, reason, set_by)
       SELECT $1, d::date, $4, $5 FROM generate_series($2::date, $3::date, interval '1 day') AS d
       ON CONFLICT DO NOTHING RETURNING day`,
      [tx.schoolId, from, until, reason, call.actor.userId],
    );
    await audit(tx, call, {
      action: 'school.days-off',
      subjectKind: 'school',
      subjectId: tx.schoolId,
      detail: { from, until, reason },
    });
    return { days: named.length };
  });
}

export function dropDayOff(call: Call, { day }: InputOf<typeof contract.removeDayOff>): Promise<Record<string, never>> {
  return call.record(async (tx) => {
    const dropped = await tx.row('DELETE FROM days_off WHERE school_id = $1 AND day = $2 RETURNING day', [
      tx.schoolId,
      day,
    ]);
    if (!dropped) throw dayOffNotFound();
    await audit(tx, call, {
      action: 'school.day-off-removed',
      subjectKind: 'school',
      subjectId: tx.schoolId,
      detail: { day },
    });
    return {};
  });
}

interface Named extends Omit<contract.DayOff, 'date'> {
  readonly date: Date;
}

export async function listDaysOff(
  tx: ReadTx,
  now: Date,
  query: InputOf<typeof contract.getDaysOff>,
): Promise<Page<contract.DayOff>> {
  const { rows, total } = await readPage<Named>(tx, query, {
    sql: `SELECT to_char(o.day, 'YYYY-MM-DD') AS day, o.reason, o.set_at AS date,
                 COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "setBy"
          FROM days_off o JOIN schools s ON s.id = o.school_id LEFT JOIN users u ON u.school_id = o.school_id AND u.id = o.set_by
          WHERE o.school_id = $1 AND (NOT $2::boolean OR o.day >= ($3::timestamptz AT TIME ZONE s.time_zone)::date)`,
    values: [tx.schoolId, query.coming ?? false, now],
    searched: ['day', 'reason'],
    sort: '-day',
    tie: 'day',
  });
  return { total, rows: rows.map(({ date, ...row }) => ({ ...row, date: date.toISOString() })) };
}
