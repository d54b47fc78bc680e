import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { audit } from '../../platform/audit/audit.ts';
import { lockDataSubject } from '../students/index.ts';
import { eraseEverywhere } from './erase.ts';
import { plant } from './every-table.testkit.ts';

let server: TestServer;
let school: string;
let classId: string;
let owner: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classId = await server.aClass(school);
  const asSuperuser = new URL(inject('testServer').superuserUrl);
  asSuperuser.pathname = new URL(server.ownerUrl).pathname;
  owner = new pg.Client({ connectionString: asSuperuser.href });
  await owner.connect();
  await owner.query('SET session_replication_role = replica');
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const AT = '2026-01-05T08:00:00Z';
const PLACE = { longitude: 36.8, latitude: -1.3 };
/** Expired papers of a bus on which a child was recorded all the same. */
const PAPERS = { papers_over: ['insurance'], papers_reason: 'The other bus is out', papers_by: null };

/** Texts and places of a row, for every table in which an erasure clears something. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  absence_excuses: { reason: 'sick', note: 'Fever' },
  bus_events: { ...PLACE, override_reason: 'Lost the card' },
  bus_states: { kind: 'on', bus_id: crypto.randomUUID(), since: AT, event_id: crypto.randomUUID() },
  cash_approvals: { reason: 'A trip', note: 'Asked at home' },
  consent_withdrawals: { withdrawn_by: 'Aunt', relation: 'Aunt' },
  consents: { given_by: 'Aunt', relation: 'Aunt' },
  gate_events: { ...PLACE, override_reason: 'Went out unseen' },
  gate_exceptions: { detail: { why: 'unseen' }, settled_by: crypto.randomUUID(), settled_at: AT, note: 'Known' },
  gate_states: { kind: 'in', since: AT, event_id: crypto.randomUUID() },
  import_rows: { change: { names: ['Old', 'New'] } },
  meal_subsidies: { kind: 'free' },
  meal_subsidy_proposals: { kind: 'free' },
  meals: { ...PLACE, amount: 0, subsidy: 0, override_reason: 'It is soya' },
  money_holds: { means: 'pin' },
  payments: { payer_sealed: '\\x01', account: 'Typed' },
  refunds: { amount: 1_000, left_over: 0, guardian_name: 'Aunt', reason: 'Left', result_text: 'Paid' },
  releases: { name: 'Aunt', relation: 'Aunt' },
  reminder_students: { phone_masked: '2547…001' },
  stk_pushes: { amount: 100, phone_masked: '2547…001', reference: 'Typed', reason: 'Low' },
  student_items: { ...PLACE, price: 0, name: 'Shoes' },
  suspense_proposals: {
    ...{ way: 'settle', note: 'Hers', decision: 'approved', decided_by: crypto.randomUUID(), decided_at: AT },
    entry_id: crypto.randomUUID(),
  },
};

interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
  /** Id of an entry, trip or item that is the child's without naming the child. */
  readonly id: string;
  readonly receipt: string;
}
const child: Child = {
  ...{ sysid: crypto.randomUUID(), id: crypto.randomUUID() },
  ...{ admissionNumber: '740172900001', receipt: 'UAERASED01' },
};
const other: Child = {
  ...{ sysid: crypto.randomUUID(), id: crypto.randomUUID() },
  ...{ admissionNumber: '740172900002', receipt: 'UASTAYS002' },
};

/** Rows that belong to a child by a reference, with their tables. */
function hanging({ sysid, admissionNumber, id, receipt }: Child): [table: string, row: object][] {
  return [
    [
      'students',
      {
        id: sysid,
        admission_number: admissionNumber,
        names: `Zawadi W${receipt}`,
        class_id: classId,
        status: 'active',
      },
    ],
    ['journal_entries', { id, student_id: sysid, kind: 'deposit' }],
    ['reversal_proposals', { entry_id: id, reason: 'Another child’s' }],
    ['payments', { ...WRITTEN.payments, receipt, student_id: sysid }],
    ['payer_blind_index', { receipt }],
    ['payment_statement_rows', { receipt, account: 'Typed' }],
    ['student_items', { ...WRITTEN.student_items, id, student_id: sysid }],
    ['item_events', { ...PLACE, item_id: id, kind: 'refund', amount: 0, reason: 'Too small' }],
    ['bus_trips', { id, ...PAPERS }],
    ['bus_events', { ...WRITTEN.bus_events, student_id: sysid, trip_id: id }],
    ['offline_events', { key: id, student_id: sysid }],
    [
      'suspense_items',
      { id, state: 'settled', why: 'left', account: 'Typed', payer_sealed: '\\x01', payer_digest: '\\x01' },
    ],
    ['suspense_proposals', { ...WRITTEN.suspense_proposals, item_id: id, student_id: sysid }],
    ['pocket_limits', { subject_id: sysid, scope: 'student', cash_out: 100 }],
    ['notices', { key: id, subject_kind: 'student', subject_id: admissionNumber }],
    ['book_findings', { place: Number(admissionNumber.slice(-4)), finding: { admissionNumber } }],
  ];
}

/** Rows that refer to the child without being the child's: trips whose papers have another reason, money that went elsewhere. */
function beside({ sysid }: Child): [table: string, row: object][] {
  const [papers, quiet, elsewhere] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const item = { state: 'settled', why: 'left', account: 'Typed', payer_sealed: '\\x01', payer_digest: '\\x01' };
  return [
    ['bus_trips', { id: papers, ...PAPERS, papers_by: crypto.randomUUID() }],
    ['bus_events', { ...WRITTEN.bus_events, student_id: sysid, trip_id: papers }],
    ['bus_trips', { id: quiet, ...PAPERS }],
    ['bus_events', { student_id: sysid, trip_id: quiet }],
    ['suspense_items', { id: elsewhere, ...item }],
    [
      'suspense_proposals',
      { ...WRITTEN.suspense_proposals, item_id: elsewhere, student_id: sysid, decision: 'rejected' },
    ],
  ];
}

it('an erasure changes no row of another student in any table', async () => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'student_id' AND NOT a.attisdropped`,
  );
  // The checks are dropped, because a row need not be complete for an erasure to clear it.
  const { rows: checks } = await owner.query<{ drop: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS drop FROM pg_constraint k
     WHERE k.contype = 'c' AND k.connamespace = 'public'::regnamespace AND k.conrelid <> 0`,
  );
  await owner.query(checks.map(({ drop }) => drop).join('; '));
  const touched = new Set(tables.map(({ name }) => name));
  for (const whose of [child, other]) {
    const rows = [...hanging(whose), ...beside(whose)];
    const apart = new Set(rows.map(([table]) => table));
    for (const { name } of tables)
      if (!apart.has(name)) await plant(owner, school, name, { ...WRITTEN[name], student_id: whose.sysid });
    for (const [table, row] of rows) {
      await plant(owner, school, table, row as Record<string, unknown>);
      touched.add(table);
    }
  }
  const marks = Object.values(child);
  const ofOthers = async () => {
    const held: string[] = [];
    for (const table of touched) {
      const { rows } = await owner.query<{ row: string }>(
        `SELECT t::text AS row FROM ${table} t WHERE school_id = $1 AND NOT t::text LIKE ANY ($2) ORDER BY 1`,
        [school, marks.map((mark) => `%${mark}%`)],
      );
      held.push(...rows.map(({ row }) => `${table}: ${row}`));
    }
    return held;
  };
  const before = await ofOthers();
  expect(new Set(before.map((row) => row.split(':')[0])).size).toBe(touched.size);
  await server.context.db.inSchool(school, async (tx) => {
    await eraseEverywhere(tx, server.context, await lockDataSubject(tx, child.sysid));
    const event = { action: 'student.erase', subjectKind: 'student', subjectId: child.sysid };
    await audit(tx, { actor: null, requestId: 'test' }, event);
  });
  const after = new Set(await ofOthers());
  expect(before.filter((row) => !after.has(row))).toEqual([]);
});
