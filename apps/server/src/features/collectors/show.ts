import type {
  CheckCollectors,
  Collector,
  getCollectors,
  getDeviceCollectors,
  getReleases,
  Release,
} from '@mfuko/contract/collectors';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { maskedPhone } from '../../platform/audit/changes.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { getStudent, getStudentById } from '../students/index.ts';
import { shown } from './change.ts';
import { mayHaveCode } from './code.ts';
import { isBarred } from './rules.ts';
import { type Listed, listOfAll, listOfStudent, readRule } from './store.ts';

/** Lists a student's collectors for the office. A list is short, so that it is read whole and paged in memory. */
export async function listCollectors(tx: ReadTx, query: InputOf<typeof getCollectors>): Promise<Page<Collector>> {
  await getStudentById(tx, query.studentSYSID);
  const search = query.search?.toLowerCase() ?? '';
  const rows = (await listOfStudent(tx, query.studentSYSID))
    .filter(({ name, relation }) => `${name} ${relation}`.toLowerCase().includes(search))
    .map(shown);
  const key = query.sort?.replace('-', '') === 'dateAdded' ? 'dateAdded' : 'name';
  const sorted = query.sort ? rows.toSorted((one, other) => one[key].localeCompare(other[key])) : rows;
  if (query.sort?.startsWith('-')) sorted.reverse();
  const from = query.page === undefined ? 0 : (query.page - 1) * query.pageSize;
  return { total: rows.length, rows: query.page === undefined ? sorted : sorted.slice(from, from + query.pageSize) };
}

/** Returns everything that a guard needs to release a child. Throws student.not-found. */
export async function showForGate(tx: ReadTx, context: AppContext, admissionNumber: string): Promise<CheckCollectors> {
  const student = await getStudent(tx, admissionNumber);
  const list = await listOfStudent(tx, student.id);
  const guardians = await tx.rows<{ sysid: string; name: string; phone: string }>(
    `SELECT id AS sysid, name, mobile_number AS phone FROM guardians
     WHERE school_id = $1 AND student_id = $2 AND deleted_at IS NULL ORDER BY created_at, id`,
    [tx.schoolId, student.id],
  );
  const reached: CheckCollectors['guardians'] = [];
  for (const { sysid, name, phone } of guardians) {
    if (await mayHaveCode(tx, context, student.id, phone)) reached.push({ sysid, name, to: maskedPhone(phone) });
  }
  return {
    admissionNumber: student.admissionNumber,
    names: student.names,
    ...(await readRule(tx, student.id)),
    ...partsOf(list),
    guardians: reached,
  };
}

/** Returns the same for all students with any rule, for a device that may go offline. */
export async function showForDevice(tx: ReadTx): Promise<AnswerOf<typeof getDeviceCollectors>> {
  const school = await tx.row<{ requireCollector: boolean; requireExeat: boolean }>(
    'SELECT require_collector AS "requireCollector", require_exeat AS "requireExeat" FROM schools WHERE id = $1',
    [tx.schoolId],
  );
  if (!school) throw new Error('The school of this transaction has no row in schools.');
  const [listed, students] = [await listOfAll(tx), await listRuled(tx)];
  const lists = Map.groupBy(listed, ({ studentId }) => studentId);
  return {
    ...school,
    students: students.map(({ id, admissionNumber, names, leavesAlone, returnBy, ...exeat }) => {
      const { collectors, blocked } = partsOf(lists.get(id) ?? []);
      // The exeat names the collector of the day it was granted; one who was blocked or removed since is left out.
      const goesWith = collectors.some(({ sysid }) => sysid === exeat.collectorId) ? exeat.goesWith : null;
      return {
        ...{ admissionNumber, names, leavesAlone, collectors, blocked },
        required: school.requireCollector || blocked.length > 0,
        exeat: returnBy && { returnBy: returnBy.toISOString(), goesWith },
      };
    }),
  };
}

interface Ruled extends Pick<CheckCollectors, 'admissionNumber' | 'names' | 'leavesAlone'> {
  readonly id: string;
  readonly returnBy: Date | null;
  readonly goesWith: string | null;
  readonly collectorId: string | null;
}

/** Lists students with collectors, with permission to leave alone, or with an exeat that is valid now. */
function listRuled(tx: ReadTx): Promise<Ruled[]> {
  return tx.rows<Ruled>(
    `SELECT s.id, s.admission_number AS "admissionNumber", s.names, l.student_id IS NOT NULL AS "leavesAlone",
            x.return_by AS "returnBy", x.goes_with AS "goesWith", x.collector_id AS "collectorId"
     FROM students s
     LEFT JOIN leaves_alone l ON l.school_id = s.school_id AND l.student_id = s.id
     LEFT JOIN LATERAL (SELECT return_by, goes_with, collector_id FROM exeats x
       WHERE x.school_id = s.school_id AND x.student_id = s.id AND x.cancelled_at IS NULL AND x.out_at IS NULL
         AND x.leaves_from <= clock_timestamp() AND x.return_by > clock_timestamp() ORDER BY x.return_by LIMIT 1) AS x ON true
     WHERE s.school_id = $1 AND s.status = 'active' AND s.deleted_at IS NULL
       AND (l.student_id IS NOT NULL OR x.return_by IS NOT NULL OR EXISTS (
         SELECT 1 FROM collectors c WHERE c.school_id = s.school_id AND c.student_id = s.id AND c.removed_at IS NULL))
     ORDER BY s.admission_number, s.id`,
    [tx.schoolId],
  );
}

/** Splits a list into the collectors and the blocked persons, with the fields that a guard may see. */
function partsOf(list: readonly Listed[]): Pick<CheckCollectors, 'collectors' | 'blocked'> {
  const barring = list.filter(({ blockedReason }) => blockedReason !== null);
  return {
    collectors: list
      .filter((each) => each.blockedReason === null && !each.expired && !isBarred(barring, each))
      .map(({ sysid, name, relation, heldUntil, photo }) => ({
        sysid,
        name,
        relation,
        heldUntil,
        photo: photo !== null,
        photoAt: photo?.askedAt ?? null,
      })),
    blocked: list.flatMap(({ sysid, name, relation, blockedReason }) =>
      blockedReason === null ? [] : [{ sysid, name, relation, reason: blockedReason }],
    ),
  };
}

type ReleaseRow = Omit<Release, 'date'> & { readonly date: Date };

/** Lists a student's releases, the newest first, without check-outs that were taken back. */
export async function listReleases(tx: ReadTx, query: InputOf<typeof getReleases>): Promise<Page<Release>> {
  await getStudentById(tx, query.studentSYSID);
  const page = await readPage<ReleaseRow>(tx, query, {
    sql: `SELECT r.event_id AS sysid, r.at AS date, r.way, r.name, r.relation, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS by
          FROM releases r LEFT JOIN users u ON u.id = r.released_by WHERE r.school_id = $1 AND r.student_id = $2
            AND NOT EXISTS (SELECT 1 FROM gate_events e WHERE e.school_id = r.school_id AND e.undoes = r.event_id)`,
    values: [tx.schoolId, query.studentSYSID],
    searched: ['name', 'relation', 'by'],
    sort: '-date',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(({ date, ...row }) => ({ ...row, date: date.toISOString() })) };
}
