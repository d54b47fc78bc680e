import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { openDatabase, PLATFORM_SCHOOL, type ReadTx } from './database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());

it('inSchool sets lock_timeout for one transaction only, and rejects a value that is no number', async () => {
  const single = openDatabase(database.appUrl, 1);
  const look = (tx: ReadTx) => tx.row('SHOW lock_timeout');
  try {
    expect(await single.inSchool(PLATFORM_SCHOOL, look, { lockTimeoutMs: 50 })).toEqual({ lock_timeout: '50ms' });
    expect(await single.inSchool(PLATFORM_SCHOOL, look)).toEqual({ lock_timeout: '3s' });
    const noNumber = { lockTimeoutMs: '50; DROP TABLE schools' as never };
    await expect(single.inSchool(PLATFORM_SCHOOL, look, noNumber)).rejects.toThrow('whole number of milliseconds');
  } finally {
    await single.close();
  }
});
