import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { chargeBackupCodeTry } from './backup-store.ts';
import { MAX_BACKUP_TRIES, MAX_FACTOR_TRIES } from './rules.ts';
import { chargeFactorTry } from './second-factor-store.ts';
import { dropOldSignIns } from './sweep.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('dropOldSignIns keeps tries, challenges, known browsers, numbers and desk sessions for their own periods', async () => {
  const { db } = server.context;
  const table = {
    second_factor_tries: [
      '1 day',
      '3 days',
      `(id, user_id, at) VALUES (gen_random_uuid(), gen_random_uuid(), now() - $1::interval)`,
    ],
    backup_code_tries: [
      '1 day',
      '3 days',
      `(id, phone_hash, at) VALUES (gen_random_uuid(), '\\x01', now() - $1::interval)`,
    ],
    passkey_challenges: [
      '23 hours',
      '25 hours',
      `(challenge_hash, user_id, purpose, bound_to, at)
       VALUES (uuid_send(gen_random_uuid()), gen_random_uuid(), 'sign-in', '\\x01', now() - $1::interval)`,
    ],
    known_devices: [
      '179 days',
      '181 days',
      `(user_id, token_hash, last_used_at) VALUES (gen_random_uuid(), '\\x01', now() - $1::interval)`,
    ],
    former_numbers: [
      '179 days',
      '181 days',
      `(user_id, phone, left_at) VALUES (gen_random_uuid(), '254100000000', now() - $1::interval)`,
    ],
    desk_sessions: [
      '29 days',
      '31 days',
      `(id, device_id, user_id, begun_at) VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() - $1::interval)`,
    ],
  } as const;
  const count = (name: string) => db.inPlatform(async (tx) => (await tx.rows(`SELECT 1 AS one FROM ${name}`)).length);
  for (const [name, [young, old, values]] of Object.entries(table)) {
    await db.inPlatform((tx) => tx.row(`DELETE FROM ${name}`));
    for (const age of [young, old]) await db.inPlatform((tx) => tx.row(`INSERT INTO ${name} ${values}`, [age]));
  }
  await db.inPlatform(dropOldSignIns);
  for (const name of Object.keys(table)) expect([name, await count(name)]).toEqual([name, 1]);
});

it('tries are charged per user by those of the last hour and the last day', async () => {
  const { db } = server.context;
  const owner = randomUUID();
  const hash = Buffer.from(owner);
  const ways = [
    {
      add: `INSERT INTO second_factor_tries (id, user_id, at) SELECT gen_random_uuid(), $1, now() - $2::interval FROM generate_series(1, $3)`,
      clear: 'DELETE FROM second_factor_tries',
      who: [owner, randomUUID()],
      most: MAX_FACTOR_TRIES,
      charge: () => db.inPlatform((tx) => chargeFactorTry(tx, owner)),
    },
    {
      add: `INSERT INTO backup_code_tries (id, phone_hash, at) SELECT gen_random_uuid(), $1, now() - $2::interval FROM generate_series(1, $3)`,
      clear: 'DELETE FROM backup_code_tries',
      who: [hash, Buffer.from(randomUUID())],
      most: MAX_BACKUP_TRIES,
      charge: () => db.inPlatform((tx) => chargeBackupCodeTry(tx, hash)),
    },
  ];
  for (const { add, clear, who, most, charge } of ways) {
    const before = async (...tries: [whose: number, age: string, count: number][]) => {
      await db.inPlatform((tx) => tx.row(clear));
      for (const [whose, age, count] of tries) await db.inPlatform((tx) => tx.row(add, [who[whose], age, count]));
      return (await charge()) !== null;
    };
    expect(await before([0, '59 minutes', most.anHour - 1], [0, '61 minutes', 5])).toBe(true);
    expect(await before([0, '59 minutes', most.anHour])).toBe(false);
    expect(await before([0, '23 hours', most.aDay - 1], [0, '25 hours', 5])).toBe(true);
    expect(await before([0, '23 hours', most.aDay])).toBe(false);
    expect(await before([1, '1 minute', most.aDay])).toBe(true);
  }
});
