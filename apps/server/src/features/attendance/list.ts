import type { AttendanceDay, AttendanceRow, attendanceFigures, getAttendance } from '@mfuko/contract/attendance';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { readDay } from './day.ts';
import { STATES, type StateRow, valuesOf } from './states.ts';

type Listed = Omit<StateRow, 'excusedBy'> & { readonly excusedBy: string };

/** Lists students with their attendance on one day, without those who had left the school by then. */
export async function listAttendance(
  tx: ReadTx,
  now: Date,
  query: InputOf<typeof getAttendance>,
): Promise<Page<AttendanceRow>> {
  const day = query.day ?? null;
  const { rows, total } = await readPage<Listed>(tx, query, {
    sql: `SELECT a.*, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "excusedByName"
          FROM (${STATES}) AS a LEFT JOIN users u ON u.school_id = $1 AND u.id = a."excusedBy"
          WHERE ($7::text IS NULL OR a.state = $7)`,
    values: [
      ...valuesOf(tx, { now, from: day, until: day, classId: query.classSYSID ?? null, students: null }),
      query.state ?? null,
    ],
    searched: ['admissionNumber', 'names', 'className'],
    sort: 'admissionNumber',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'sysid',
  });
  return { total, rows: rows.map(asWire) };
}

type Figures = AttendanceDay['counts'] & { readonly overnight: number; readonly told: number };

const COUNT = (state: string) => `count(*) FILTER (WHERE state = '${state}')::int`;
const FIGURES = `
  SELECT ${COUNT('present')} AS present, ${COUNT('late')} AS late, ${COUNT('absent')} AS absent, ${COUNT('excused')} AS excused,
         ${COUNT('awaited')} AS awaited, count(*) FILTER (WHERE state = 'present' AND "firstIn" IS NULL)::int AS overnight,
         count(*) FILTER (WHERE "toldKind" = 'absent')::int AS told
  FROM (SELECT a.*, n.kind AS "toldKind" FROM (${STATES}) AS a
        LEFT JOIN attendance_notices n ON n.school_id = $1 AND n.student_id = a.sysid AND n.day = a.day) AS told`;

/** Counts the students of one day by state. */
export async function countStates(tx: ReadTx, now: Date, day: string | null, classId: string | null): Promise<Figures> {
  const [counted] = await tx.prepared<Figures>(
    'attendance-figures',
    FIGURES,
    valuesOf(tx, { now, from: day, until: day, classId, students: null }),
  );
  if (!counted) throw new TypeError('The query of counts returned no row.');
  return counted;
}

/** Reads one day's figures, with the state of its notices. */
export async function readFigures(
  tx: ReadTx,
  now: Date,
  query: InputOf<typeof attendanceFigures>,
): Promise<AttendanceDay> {
  const { absentAt: _, decision, done, mayTell, ...day } = await readDay(tx, now, query.day ?? null);
  const { overnight, told, ...counts } = await countStates(tx, now, query.day ?? null, query.classSYSID ?? null);
  const due = day.school && day.tellAbsent && mayTell && decision === null;
  const sending = done ? 'sent' : 'sending';
  const notice =
    decision === 'held' ? 'held' : decision === 'send' ? sending : due && !day.gateWorked ? 'quiet' : 'none';
  return { ...day, counts, overnight, told, notice, mayTell: mayTell && decision !== 'send' && counts.absent > 0 };
}

/** Counts today's absent students; 0 if the school has not set a time of absence, or before that time. */
export async function countAbsentToday(tx: ReadTx, now: Date): Promise<number> {
  const [rule] = await tx.prepared<{ on: boolean }>(
    'attendance-rule',
    `SELECT absent_from IS NOT NULL AND ($2::timestamptz AT TIME ZONE time_zone)::time >= absent_from AS on FROM schools WHERE id = $1`,
    [tx.schoolId, now],
  );
  return rule?.on ? (await countStates(tx, now, null, null)).absent : 0;
}

/**
 * Lists students who will not eat in school today: absent or excused, on leave at the time of arrival, or checked out at the gate
 * since. Students who may still come are not listed. On a day without lessons, when a boarding school serves meals too, only excuses,
 * leave and check-outs count.
 */
export async function listAway(tx: ReadTx, now: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT a.sysid AS id FROM (${STATES}) AS a JOIN schools z ON z.id = $1
     LEFT JOIN gate_states g ON g.school_id = $1 AND g.student_id = a.sysid
     WHERE a.state IN ('absent', 'excused')
       OR a.state = 'no-school' AND (a."excuseReason" IS NOT NULL OR a."onLeave")
       OR g.kind = 'out' AND (g.since AT TIME ZONE z.time_zone)::date = ($2::timestamptz AT TIME ZONE z.time_zone)::date`,
    valuesOf(tx, { now, from: null, until: null, classId: null, students: null }),
  );
  return rows.map(({ id }) => id);
}

function asWire(row: Listed & { readonly excusedByName?: string }): AttendanceRow {
  const { sysid, admissionNumber, names, className, state, onLeave, bus } = row;
  return {
    ...{ sysid, admissionNumber, names, className, state, onLeave, bus },
    arrived: row.arrived?.toISOString() ?? null,
    lastOut: row.lastOut?.toISOString() ?? null,
    excuse:
      row.excuseReason === null || row.excusedAt === null
        ? null
        : {
            reason: row.excuseReason,
            note: row.excuseNote,
            excusedBy: row.excusedByName ?? '',
            date: row.excusedAt.toISOString(),
          },
    told: row.notifiedAt === null ? null : { date: row.notifiedAt.toISOString(), phones: row.phones ?? 0 },
  };
}
