import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../src/platform/database/migrate.ts';
import { makeTestDatabase } from './database.ts';

const [MAKER, MADE, SIBLING, CONFIRMED, SET, SET_LONG_AGO, SET_BY_CONFIRMED, SET_BEFORE_CONFIRMED, ...more] =
  Array.from({ length: 14 }, (_, n) => `0190a000-0000-7000-8000-0000000000${10 + n}`);
const [SET_TWICE, MADE_BY_MADE, RENUMBERED, SET_BY_RENUMBERED, MADE_AFTERWARDS, SET_BEFORE_MADE] = more;

it('the upgrade ties an account to the maker of the person who set its number in the last 30 days', async () => {
  const database = await makeTestDatabase('empty');
  onTestFinished(() => database.drop());
  await migrate(database.ownerUrl, { upTo: 245 });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  const days = (count: number) => `clock_timestamp() - interval '${count} days'`;
  await owner.query(
    `INSERT INTO account_ties (user_id, by_user, why, at, confirmed_by, confirmed_at) VALUES
       ('${MADE}', '${MAKER}', 'made', ${days(90)}, NULL, NULL),
       ('${SIBLING}', '${MAKER}', 'made', ${days(90)}, NULL, NULL),
       ('${CONFIRMED}', '${MAKER}', 'made', ${days(90)}, gen_random_uuid(), ${days(20)}),
       ('${SET}', '${MADE}', 'number', ${days(29)}, NULL, NULL),
       ('${SET_LONG_AGO}', '${MADE}', 'number', ${days(31)}, NULL, NULL),
       ('${SET_BY_CONFIRMED}', '${CONFIRMED}', 'number', ${days(10)}, NULL, NULL),
       ('${SET_BEFORE_CONFIRMED}', '${CONFIRMED}', 'number', ${days(25)}, NULL, NULL),
       ('${SET_TWICE}', '${MADE}', 'number', date_trunc('day', ${days(27)}), NULL, NULL),
       ('${SET_TWICE}', '${MAKER}', 'number', date_trunc('day', ${days(27)}), NULL, NULL),
       ('${MAKER}', '${MADE}', 'number', ${days(26)}, NULL, NULL),
       ('${MADE_BY_MADE}', '${MADE}', 'made', ${days(26)}, NULL, NULL),
       ('${RENUMBERED}', '${MAKER}', 'number', ${days(40)}, NULL, NULL),
       ('${SET_BY_RENUMBERED}', '${RENUMBERED}', 'number', ${days(26)}, NULL, NULL),
       ('${SET_BEFORE_MADE}', '${MADE_AFTERWARDS}', 'number', ${days(26)}, NULL, NULL),
       ('${MADE_AFTERWARDS}', '${MAKER}', 'made', ${days(25)}, NULL, NULL)`,
  );
  await migrate(database.ownerUrl);
  const { rows } = await owner.query(
    `SELECT user_id, by_user, at < ${days(25)} + interval '1 hour' AS kept FROM account_ties WHERE why = 'number' AND by_user = $1
     ORDER BY user_id, at`,
    [MAKER],
  );
  expect(rows).toEqual([
    { user_id: SET, by_user: MAKER, kept: true },
    { user_id: SET_BEFORE_CONFIRMED, by_user: MAKER, kept: true },
    { user_id: SET_TWICE, by_user: MAKER, kept: true },
    { user_id: RENUMBERED, by_user: MAKER, kept: true },
  ]);
  const confirm = (by: string | undefined) =>
    owner.query('UPDATE account_ties SET confirmed_by = $2, confirmed_at = now() WHERE user_id = $1', [SIBLING, by]);
  await expect(confirm(SET)).rejects.toMatchObject({ code: 'MF422', detail: 'number' });
  expect((await confirm(SET_LONG_AGO)).rowCount).toBe(1);
});
