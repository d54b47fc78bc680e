import type { CheckCollectors, Collector, getCollectors, getReleases, Release } from '@mfuko/contract/collectors';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { AppContext } from '../../platform/app-context.ts';
import { maskedPhone } from '../../platform/audit/changes.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { getStudent, getStudentById } from '../students/index.ts';
import { shown } from './change.ts';
import { mayHaveCode } from './code.ts';
import { listOfStudent, readRule } from './store.ts';

/** A student's list for the office. It is short: it comes whole, page by page. */
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

/** All that a guard needs to let a child go with the right person. Throws student.not-found. */
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
    collectors: list
      .filter(({ blockedReason, expired }) => blockedReason === null && !expired)
      .map(({ sysid, name, relation, heldUntil }) => ({ sysid, name, relation, heldUntil })),
    blocked: list.flatMap(({ sysid, name, relation, blockedReason }) =>
      blockedReason === null ? [] : [{ sysid, name, relation, reason: blockedReason }],
    ),
    guardians: reached,
  };
}

type ReleaseRow = Omit<Release, 'date'> & { readonly date: Date };

/** With whom a student went, the newest first. */
export async function listReleases(tx: ReadTx, query: InputOf<typeof getReleases>): Promise<Page<Release>> {
  await getStudentById(tx, query.studentSYSID);
  const page = await readPage<ReleaseRow>(tx, query, {
    sql: `SELECT r.event_id AS sysid, r.at AS date, r.way, r.name, r.relation, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS by
          FROM releases r LEFT JOIN users u ON u.id = r.released_by WHERE r.school_id = $1 AND r.student_id = $2`,
    values: [tx.schoolId, query.studentSYSID],
    searched: ['name', 'relation', 'by'],
    sort: '-date',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(({ date, ...row }) => ({ ...row, date: date.toISOString() })) };
}
