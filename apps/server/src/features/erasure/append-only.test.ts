import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { eraseStudent } from '../students/index.ts';
import { aChild, aKnownChild, type Child } from './known-child.testkit.ts';

/** Tables in which an erasure clears columns, each with a text or number column and another value for it. */
const EMPTIED = {
  gate_events: ['override_reason', `'made up'`],
  bus_events: ['override_reason', `'made up'`],
  meals: ['longitude', '1.5'],
  item_events: ['reason', `'made up'`],
} as const;

let server: TestServer;
let owner: pg.Client;
let school: string;
let children: readonly [Child, Child];

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  const head = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  children = [await aKnownChild(server, head, classSYSID), await aChild(head, classSYSID)];
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

describe.for(Object.entries(EMPTIED))('append-only rows of %s', ([table, [column, another]]) => {
  const change = (what: string) => owner.query(`UPDATE ${table} SET ${what}`);

  it("the tables' owner can neither change nor delete a row", async () => {
    await expect(change(`at = at - interval '1 day'`)).rejects.toThrow(/append-only/);
    await expect(change(`${column} = NULL, at = at - interval '1 day'`)).rejects.toThrow(/append-only/);
    await expect(owner.query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
  });

  it("the tables' owner can only clear the erasable column", async () => {
    await expect(change(`${column} = ${another}`)).rejects.toThrow(/append-only/);
    expect((await change(`${column} = NULL`)).rowCount).toBeGreaterThan(0);
    await expect(change(`${column} = ${another}`)).rejects.toThrow(/append-only/);
  });
});

describe("redaction with the application's password", () => {
  const byHand = ({ sysid }: Child, rest: (tx: Tx) => Promise<unknown> = async () => undefined) =>
    server.context.db.inSchool(school, async (tx) => {
      await tx.row(`SELECT redact_free_texts($1, ARRAY['tills']::regclass[])`, [sysid]);
      await rest(tx);
    });
  const asErased = (tx: Tx, { sysid }: Child) =>
    eraseStudent(tx, { id: sysid, admissionNumber: '', names: '', guardians: [], pseudonym: 'E-0123456789AB' });
  const told = (tx: Tx, { sysid }: Child) =>
    audit(tx, { tool: 'test' }, { action: 'student.erase', subjectKind: 'student', subjectId: sysid });

  it("needs an erasure of the student in the audit trail, and fails for the student's own words otherwise", async () => {
    const [known, other] = children;
    const refused = /by an erasure that the trail tells of/;
    await expect(byHand(known)).rejects.toThrow(refused);
    await expect(byHand(known, (tx) => told(tx, known))).rejects.toThrow(refused);
    await expect(byHand(known, (tx) => asErased(tx, known))).rejects.toThrow(refused);
    await expect(byHand(known, (tx) => tx.row(`SELECT set_config('app.school_id', '', true)`))).rejects.toThrow(
      refused,
    );
    await byHand(other, async (tx) => {
      await asErased(tx, other);
      await told(tx, other);
    });
    await expect(byHand(other)).rejects.toThrow(/Nobody is erased by this id/);
  });

  it('an erased student cannot be restored', async () => {
    for (const change of [`erased_at = NULL`, `names = 'Nanjala Wekesa'`, `admission_number = 'E-000000000001'`])
      await expect(
        server.context.db.inSchool(school, (tx) =>
          tx.row(`UPDATE students SET ${change} WHERE school_id = $1 AND id = $2`, [school, children[1].sysid]),
        ),
      ).rejects.toThrow(/stays erased/);
  });
});
