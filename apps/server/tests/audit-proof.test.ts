import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../src/platform/audit/audit.ts';
import { checkTrail } from '../src/platform/audit/check.ts';
import { NamePattern } from '../src/platform/audit/name-pattern.ts';
import { redactTrail } from '../src/platform/audit/redact.ts';
import { sealTrail } from '../src/platform/audit/seal.ts';
import { type Db, openDatabase, type Tx } from '../src/platform/database/database.ts';
import { openTestServer, type TestServer } from './kit.ts';

let server: TestServer;
/** The application's own role and password, and none of its keys. */
let intruder: Db;
let raw: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  intruder = openDatabase(server.appUrl, 1);
  raw = new pg.Client({ connectionString: server.appUrl });
  await raw.connect();
});
afterAll(async () => {
  await raw.end();
  await intruder.close();
  await server.close();
});

const aSchool = () => crypto.randomUUID();
/** A row as a call writes it, with its keys in another order than the database's. */
function tell(tx: Tx, subjectId = crypto.randomUUID()): Promise<void> {
  const detail = { movement: crypto.randomUUID(), b: { z: 1.5, a: ['x', null] }, amount: 9_900, note: 'é "quoted"' };
  return audit(
    tx,
    { actor: null, requestId: 'test' },
    { action: 'wallet.deposit', subjectKind: 'student', subjectId, detail },
  );
}
const rows = (school: string, sql: string) =>
  server.context.db.readSchool(school, (tx) => tx.rows<{ id: string }>(sql, [school]));

/** Ids of the rows that no program with the keys has written, once the sealer has been there. */
async function unproven(school: string): Promise<string[]> {
  // Twice, since the first one notes rows that the second one seals.
  for (let times = 0; times < 2; times += 1) await sealTrail(server.context, new Map());
  const { findings, waiting } = await checkTrail(server.context, school, []);
  expect(waiting).toBe(0);
  expect(findings.filter(({ kind }) => kind !== 'unproven')).toEqual([]);
  const noted = await rows(
    school,
    `SELECT subject_id AS id FROM audit_events WHERE school_id = $1 AND action = 'trail.unproven' ORDER BY id`,
  );
  expect(findings.length > 0).toBe(noted.length > 0);
  return noted.map(({ id }) => id);
}

describe('the proof of an audit row', () => {
  it('is valid for a row that the server has written', async () => {
    const school = aSchool();
    await server.context.db.inSchool(school, (tx) => tell(tx));
    expect(await unproven(school)).toEqual([]);
  });

  it("is missing or wrong for rows written with the application's password alone", async () => {
    const school = aSchool();
    await server.context.db.inSchool(school, (tx) => tell(tx));
    await intruder.inSchool(school, (tx) => tell(tx));
    await intruder.inSchool(school, (tx) =>
      tx.row(
        `INSERT INTO audit_events (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id, proof)
         SELECT school_id, gen_random_uuid(), actor_id, action, subject_kind, subject_id, detail, request_id, proof
         FROM audit_events WHERE school_id = $1 AND proof IS NOT NULL`,
        [school],
      ),
    );
    const forged = await rows(
      school,
      `SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY proof ORDER BY at) AS nth, proof FROM audit_events
       WHERE school_id = $1) AS e WHERE nth > 1 OR proof IS NULL`,
    );
    expect(forged).toHaveLength(2);
    expect((await unproven(school)).toSorted()).toEqual(forged.map(({ id }) => id).toSorted());
  });

  it('is invalid after a changed detail with a forged redaction', async () => {
    const school = aSchool();
    await server.context.db.inSchool(school, (tx) => tell(tx));
    const [row] = await rows(school, 'SELECT id FROM audit_events WHERE school_id = $1');
    await intruder.inSchool(school, async (tx) => {
      await tx.row(
        `INSERT INTO audit_redactions (school_id, event_id, mac) VALUES ($1, $2, decode(repeat('00', 32), 'hex'))`,
        [school, row?.id],
      );
      await tx.row(`UPDATE audit_events SET detail = jsonb_set(detail, '{movement}', '"mine"') WHERE school_id = $1`, [
        school,
      ]);
    });
    expect(await unproven(school)).toEqual([row?.id]);
  });

  it('stays valid after an erasure redacts an unsealed row', async () => {
    const [school, child] = [aSchool(), crypto.randomUUID()];
    await server.context.db.inSchool(school, (tx) => tell(tx, child));
    const asked = { subjects: [child], words: [], wholeWords: [], pattern: new NamePattern([]) };
    expect(await server.context.db.inSchool(school, (tx) => redactTrail(tx, server.context.keys, asked))).toBe(1);
    expect(await unproven(school)).toEqual([]);
  });

  it('is not required of rows marked before_proofs, a mark the application cannot set', async () => {
    const school = aSchool();
    await intruder.inSchool(school, (tx) => tell(tx));
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query(
      `BEGIN; ALTER TABLE audit_waiting NO FORCE ROW LEVEL SECURITY; UPDATE audit_waiting SET before_proofs = true
       WHERE school_id = '${school}'; ALTER TABLE audit_waiting FORCE ROW LEVEL SECURITY; COMMIT`,
    );
    await owner.end();
    expect(await unproven(school)).toEqual([]);
    await raw.query(`SELECT set_config('app.school_id', '${school}', false)`);
    for (const sql of [
      'UPDATE audit_waiting SET before_proofs = true',
      `INSERT INTO audit_waiting (school_id, event_id, before_proofs) VALUES ('${school}', gen_random_uuid(), true)`,
    ])
      await expect(raw.query(sql)).rejects.toThrow(/permission denied/);
  });
});
