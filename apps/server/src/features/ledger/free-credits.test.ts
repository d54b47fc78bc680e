import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { type Credit, creditFree, type FreeMovement } from './move.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Number of idempotency keys of a busy month, in a table whose statistics the planner took while the table was small. */
const KEYS = 3_000;

it('creditFree reads idempotency keys by their index', async () => {
  const { db } = server.context;
  const school = await server.aSchool();
  const classId = await server.aClass(school);
  const [id, admissionNumber] = [newId(), '4001'];
  await db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Imani Were', classId, pinHash: null }),
  );
  const given: Credit<FreeMovement> = {
    by: { actor: { userId: newId() }, place: null, idempotencyKey: 'a new key' },
    movement: { kind: 'deposit', admissionNumber, amount: 500n, counter: 'cash-desk', method: null, reference: null },
  };
  const read = await db.inSchool(school, async (tx) => {
    await tx.row(
      `INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer)
       SELECT $1, 'key ' || n, '', 200, '' FROM generate_series(1, $2::int) n`,
      [school, KEYS],
    );
    await creditFree(tx, [given]);
    return tx.row<{ rows: number }>(
      `SELECT coalesce(seq_tup_read + idx_tup_fetch, 0)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'idempotency_keys'`,
    );
  });
  expect(read?.rows).toBeLessThan(10);
});
