import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@mfuko/contract/notices';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { MIGRATIONS } from '../../platform/database/migrate.ts';
import { newId } from '../../platform/records/id.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('migration 0166 renames the kinds of stored exception notices', async () => {
  const school = await server.aSchool();
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
  const kept = ['oddity.open', 'oddity.let-out', 'oddity.out-blocked', 'oddity.out-changed', 'exeat.overdue'];
  for (const kind of kept)
    await owner.query(
      `INSERT INTO notices (school_id, id, key, kind, severity, subject_kind, subject_id) VALUES ($1, $2, $3, $4, 'urgent', 'oddity', $4)`,
      [school, newId(), newId(), kind],
    );
  // Reset the school: a migration runs without one, and row-level security then hides all rows from the tables' owner.
  await owner.query('RESET app.school_id');
  await owner.query(readFileSync(join(MIGRATIONS, '0166-notices.sql'), 'utf8'));
  await owner.end();
  const person = await server.aPerson('SchoolAdmin', school);
  const { body } = await person.ask<contract.NoticeRow[]>(contract.getNotifications, {});
  expect(Object.fromEntries(body.map(({ kind, subject }) => [subject?.id, { kind, subject: subject?.kind }]))).toEqual({
    'oddity.open': { kind: 'exception.open', subject: 'exception' },
    'oddity.let-out': { kind: 'exception.let-out', subject: 'exception' },
    'oddity.out-blocked': { kind: 'exception.out-blocked', subject: 'exception' },
    'oddity.out-changed': { kind: 'exception.out-changed', subject: 'exception' },
    'exeat.overdue': { kind: 'exeat.overdue', subject: 'exception' },
  });
});
