import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { dropOldSignIns } from './sweep.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('keeps the tries of codes and factors, and what is known of browsers, desks and numbers of before, for as long as each counts', async () => {
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
    passkey_questions: [
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
