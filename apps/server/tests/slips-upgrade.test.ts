import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../src/platform/database/migrate.ts';
import { makeTestDatabase } from './database.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [SCHOOL, OTHER] = [id(1), id(2)];

it('the migration normalises bank slips to letters and digits, and keeps every row', async () => {
  const database = await makeTestDatabase('empty');
  onTestFinished(() => database.drop());
  await migrate(database.ownerUrl, { upTo: 259 });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  // The payments themselves do not matter here.
  await owner.query('ALTER TABLE bank_slips DROP CONSTRAINT bank_slips_school_id_entry_id_fkey');
  const before = [
    [SCHOOL, 'FT1', 1, 11],
    [SCHOOL, 'FT-1', 1, 12],
    [SCHOOL, 'FT/1', 1, 13],
    [SCHOOL, 'S.2', 1, 14],
    [SCHOOL, '--', 1, 15],
    [SCHOOL, `… ${id(16)}`, 1, 16],
    [OTHER, 'FT-1', 1, 17],
  ] as const;
  for (const [school, slip, number, entry] of before) {
    await owner.query(`SET app.school_id = '${school}'`);
    await owner.query('INSERT INTO bank_slips VALUES ($1, $2, $3, $4)', [school, slip, number, id(entry)]);
  }
  await migrate(database.ownerUrl);
  const slipsOf = async (school: string) => {
    await owner.query(`SET app.school_id = '${school}'`);
    const { rows } = await owner.query('SELECT slip, number, entry_id FROM bank_slips ORDER BY entry_id');
    return rows.map(({ slip, number, entry_id }) => [slip, number, Number(entry_id.slice(-2))]);
  };
  expect(await slipsOf(SCHOOL)).toEqual([
    ['FT1', 1, 11],
    ['FT1', 2, 12],
    ['FT1', 3, 13],
    ['S2', 1, 14],
    ['--', 1, 15],
    [`… ${id(16)}`, 1, 16],
  ]);
  expect(await slipsOf(OTHER)).toEqual([['FT1', 1, 17]]);
  await expect(owner.query("UPDATE bank_slips SET slip = 'X'")).rejects.toThrow();
});

it('the migration normalises slips of bank transfers, unless already taken or rejected', async () => {
  const database = await makeTestDatabase('empty');
  onTestFinished(() => database.drop());
  await migrate(database.ownerUrl, { upTo: 261 });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query('ALTER TABLE bank_transfers DROP CONSTRAINT bank_transfers_school_id_fkey');
  await owner.query(`SET app.school_id = '${SCHOOL}'`);
  const before = [
    ['FT-1', null],
    ['FT/1', null],
    ['FT.1', 'rejected'],
    ['S2', null],
    ['S-2', null],
    ['--', null],
  ] as const;
  for (const [at, [slip, decision]] of before.entries())
    await owner.query(
      `INSERT INTO bank_transfers (school_id, id, way, amount, reference, slip, by_user, at, decision, decided_by, decided_at)
       VALUES ($1, $2, 'to-bank', 1, $3, $3, $2, '2026-11-01'::date + $4::int, $5, $6, $7)`,
      [SCHOOL, id(at + 20), slip, at, decision, ...(decision ? [id(1), '2026-11-02'] : [null, null])],
    );
  await migrate(database.ownerUrl);
  const { rows } = await owner.query('SELECT slip FROM bank_transfers ORDER BY id');
  expect(rows.map(({ slip }) => slip)).toEqual(['FT1', 'FT/1', 'FT.1', 'S2', 'S-2', '--']);
});
