import { createStudent } from '@mfuko/contract/students';
import pg from 'pg';
import { aNumber, type Person, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { charge, credit, type JournalEntry } from '../ledger/index.ts';
import { closeDays } from './close.ts';

/** Age in days of a book's entries, the last ones made today. Yesterday may not be closed yet, so that it has none. */
const DAYS = [4, 3, 2, 0] as const;

export interface Student {
  readonly id: string;
  readonly admissionNumber: string;
}

/** A school with three closed days and an open one. */
export interface Book {
  readonly school: string;
  readonly bursar: Person;
  readonly head: Person;
  readonly students: readonly [Student, Student];
  /** Ids of journal entries, day by day: deposits of both students and a cash-out of the first. */
  readonly days: readonly (readonly [string, string, string])[];
}

const by = (actor: Person | null) => ({ actor, place: null, idempotencyKey: newId() });

/** Moves money as the desk's calls do, with the audit row. */
export async function move(
  tx: Tx,
  who: Person,
  kind: 'deposit' | 'cash-out',
  studentId: string,
  amount: bigint,
): Promise<{ id: string }> {
  const entry: JournalEntry = { kind, studentId, amount, counter: 'cash-desk', method: null, reference: null };
  const made = await (kind === 'deposit' ? credit(tx, by(who), entry) : charge(tx, by(who), entry));
  await tell(tx, `wallet.${kind}`, studentId, made.id);
  return made;
}

/** Adds the audit row of a journal entry. */
export function tell(tx: Tx, action: string, subjectId: string, movement: string): Promise<void> {
  return audit(tx, { tool: 'test' }, { action, subjectKind: 'student', subjectId, detail: { movement } });
}

/** Reverses a journal entry of the first student as the call does, and returns the reversal's id. */
export async function reverse(server: TestServer, { school, head, students }: Book, entryId: string): Promise<string> {
  const reversals = [{ id: newId(), reverses: entryId, by_user: head.userId, reason: 'Wrong child', token: 'T' }];
  return server.context.db.inSchool(school, async (tx) => {
    const asked = 'SELECT entry_id FROM reverse_journal_entries($1, $2)';
    const made = await tx.row<{ entry_id: string }>(asked, [school, JSON.stringify(reversals)]);
    await tell(tx, 'wallet.reverse', students[0].id, made?.entry_id ?? '');
    return made?.entry_id ?? '';
  });
}

export async function aStudent(bursar: Person, classSYSID: string): Promise<Student> {
  const admissionNumber = String(6000 + aNumber());
  const made = await bursar.ask<{ sysid: string }>(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID });
  return { id: made.body.sysid, admissionNumber };
}

export async function aBook(server: TestServer, owner: pg.Client): Promise<Book> {
  const school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  const bursar = await server.aPerson('SchoolAdmin', school);
  const head = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  const students = [await aStudent(bursar, classSYSID), await aStudent(bursar, classSYSID)] as const;
  const { db } = server.context;
  await db.inSchool(school, (tx) =>
    tx.row(`INSERT INTO fee_rules (school_id, kind, fixed) VALUES ($1, 'cash-out', 250)`, [school]),
  );
  const days: [string, string, string][] = [];
  for (const daysAgo of DAYS) {
    const ids = await db.inSchool(school, async (tx) => [
      (await move(tx, bursar, 'deposit', students[0].id, 50_000n)).id,
      (await move(tx, bursar, 'deposit', students[1].id, 30_000n)).id,
      (await move(tx, bursar, 'cash-out', students[0].id, 10_000n)).id,
    ]);
    days.push(ids as [string, string, string]);
    await ageBy(owner, school, ids, daysAgo);
  }
  await closeDays(server.context, school, { tool: 'test' });
  return { school, bursar, head, students, days };
}

/** Moves journal entries so many days into the past. */
async function ageBy(owner: pg.Client, school: string, ids: readonly string[], days: number): Promise<void> {
  const older = `at = at - make_interval(days => $3)`;
  await owner.query(`UPDATE journal_entries SET ${older} WHERE school_id = $1 AND id = ANY($2)`, [school, ids, days]);
  await owner.query(`UPDATE postings SET ${older} WHERE school_id = $1 AND entry_id = ANY($2)`, [school, ids, days]);
}

const TABLES = ['journal_entries', 'postings', 'accounts', 'receipts', 'book_days', 'audit_events', 'students'];

/** Connects as the owner and removes the books' guards: row-level security, triggers and foreign keys; unique indexes stay. */
export async function openOwner(ownerUrl: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const foreign = await owner.query<{ name: string; of: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS of FROM pg_constraint
     WHERE contype = 'f' AND (conrelid::regclass::text = ANY($1) OR confrelid::regclass::text = ANY($1))`,
    [TABLES],
  );
  await owner.query(
    [
      ...foreign.rows.map(({ name, of }) => `ALTER TABLE ${of} DROP CONSTRAINT "${name}"`),
      'ALTER TABLE schools NO FORCE ROW LEVEL SECURITY',
      ...TABLES.map(
        (table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY; ALTER TABLE ${table} DISABLE TRIGGER USER`,
      ),
    ].join(';'),
  );
  return owner;
}

/** Copies all rows of the books, and returns a function that restores them. */
export async function keepRows(owner: pg.Client): Promise<() => Promise<void>> {
  await owner.query(TABLES.map((table) => `CREATE TABLE kept_${table} AS SELECT * FROM ${table}`).join(';'));
  return async () => {
    await owner.query(
      TABLES.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`).join(';'),
    );
  };
}
