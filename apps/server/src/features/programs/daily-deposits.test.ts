// A stolen token can deposit up to the key's limit of a day, and no further.
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { postDeposit } from '@mfuko/contract/program-calls';
import { type ApiKey, createKey, getKey, getKeys, type MadeApiKey, updateKey } from '@mfuko/contract/programs';
import { createStudent } from '@mfuko/contract/students';
import { getWallet, reverse } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';

const admissionNumber = '4001';

let server: TestServer;
let school: string;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer({ STRICT_ACCOUNTS: 'true' });
});
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  await bursar.ask(createStudent, { admissionNumber, names: 'Imani Were', classSYSID: await server.aClass(school) });
});

async function aKey(limit: { dailyDepositLimit?: number } = { dailyDepositLimit: 1_000 }): Promise<MadeApiKey> {
  const { status, body } = await bursar.ask<MadeApiKey>(createKey, { name: 'Bank', scopes: ['deposits'], ...limit });
  expect(status).toBe(200);
  return body;
}

async function payIn({ appId, token }: MadeApiKey, reference: string, amount: number, headers = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/${postDeposit.path}`,
    headers: { appid: appId, token, ...headers },
    payload: { admissionNumber, amount, reference },
  });
  const body = answer.json() as { problem?: string; detail?: object; receipt?: { sysid: string } };
  return { status: answer.statusCode, ...body };
}

const balance = async () => (await bursar.ask<{ balance: number }>(getWallet, { admissionNumber })).body.balance;
const deposited = async ({ sysid }: MadeApiKey) => (await bursar.ask<ApiKey>(getKey, { sysid })).body.depositedToday;

describe("a key's deposits of a day", () => {
  it('are refused beyond its limit and recorded up to it', async () => {
    const [key, other] = [await aKey(), await aKey()];
    expect((await payIn(key, 'EQ 1', 600)).status).toBe(200);
    const refused = await payIn(key, 'EQ 2', 400.01);
    expect([refused.status, refused.problem]).toEqual([422, 'program.deposit-limit']);
    expect(refused.detail).toEqual({ limit: 1_000, today: 600 });
    expect(await balance()).toBe(600);
    expect((await payIn(key, 'EQ 3', 400)).status).toBe(200);
    // The refused slip was not used up: it is paid in once there is room.
    await bursar.ask(updateKey, { sysid: key.sysid, dailyDepositLimit: 2_000 });
    expect((await payIn(key, 'EQ 2', 400.01)).status).toBe(200);
    expect(await deposited(key)).toBe(1_400.01);
    expect(await deposited(other)).toBe(0);
  });

  it('do not exceed the limit when they are sent in parallel', async () => {
    const key = await aKey();
    const sent = await Promise.all(Array.from({ length: 8 }, (_, at) => payIn(key, `EQ ${at}`, 300)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(sent.filter(({ problem }) => problem === 'program.deposit-limit')).toHaveLength(5);
    expect([await balance(), await deposited(key)]).toEqual([900, 900]);
  });

  it('count once when a request is repeated, and not when they are refused for another reason', async () => {
    const key = await aKey();
    const once = { 'idempotency-key': newId() };
    for (let turn = 0; turn < 3; turn++) expect((await payIn(key, 'EQ 1', 300, once)).status).toBe(200);
    expect((await payIn(key, 'eq1', 300)).problem).toBe('wallet.reference-taken');
    expect(await deposited(key)).toBe(300);
  });

  it('count although they were reversed', async () => {
    const key = await aKey();
    const { receipt } = await payIn(key, 'EQ 1', 900);
    const second = await server.aPerson('SchoolAdmin', school);
    expect((await second.ask(reverse, { sysid: receipt?.sysid, reason: 'Wrong child' })).status).toBe(200);
    expect((await payIn(key, 'EQ 2', 200)).problem).toBe('program.deposit-limit');
  });

  it('start again on the next day of the school', async () => {
    const key = await aKey();
    await payIn(key, 'EQ 1', 1_000);
    const goTo = (days: number) =>
      server.context.db.inSchool(school, (tx) =>
        tx.row('UPDATE api_keys SET deposits_day = deposits_day + $2::int WHERE school_id = $1 AND deposited > 0', [
          ...[school, days],
        ]),
      );
    // A clock that was put back does not open the limit again.
    await goTo(1);
    expect((await payIn(key, 'EQ 2', 1_000)).problem).toBe('program.deposit-limit');
    await goTo(-2);
    expect(await deposited(key)).toBe(0);
    expect((await payIn(key, 'EQ 2', 1_000)).status).toBe(200);
    expect(await deposited(key)).toBe(1_000);
  });

  it('notify the staff once when the limit is reached, and again at another limit', async () => {
    const [head, key] = [await server.aPerson('SchoolAdmin', school), await aKey()];
    const heard = async () => {
      await server.runJobs();
      const { body } = await head.ask<NoticeRow[]>(getNotifications);
      return body
        .filter(({ kind }) => kind === 'program.deposit-limit')
        .map(({ severity, subject, params }) => [severity, subject?.id, params]);
    };
    await payIn(key, 'EQ 1', 800);
    expect(await heard()).toEqual([]);
    for (const reference of ['EQ 2', 'EQ 3', 'EQ 4']) await payIn(key, reference, 300);
    const first = ['urgent', key.sysid, { key: 'Bank', cap: 1_000, amount: 800 }];
    expect(await heard()).toEqual([first]);
    await bursar.ask(updateKey, { sysid: key.sysid, dailyDepositLimit: 900 });
    await payIn(key, 'EQ 5', 300);
    expect(await heard()).toEqual([['urgent', key.sysid, { key: 'Bank', cap: 900, amount: 800 }], first]);
  });
});

describe('the limit of a key', () => {
  it('is KES 500,000 a day unless another was chosen, and changing it leaves the rest of the key', async () => {
    const key = await aKey({});
    expect(key).toMatchObject({ dailyDepositLimit: 500_000, depositedToday: 0 });
    const changed = await bursar.ask<ApiKey>(updateKey, { sysid: key.sysid, dailyDepositLimit: '750.50' });
    expect(changed.body).toMatchObject({ name: 'Bank', scopes: ['deposits'], dailyDepositLimit: 750.5 });
    const renamed = await bursar.ask<ApiKey>(updateKey, { sysid: key.sysid, name: 'Books' });
    expect(renamed.body.dailyDepositLimit).toBe(750.5);
    const [listed] = (await bursar.ask<ApiKey[]>(getKeys, { search: 'Books' })).body;
    expect(listed).toMatchObject({ dailyDepositLimit: 750.5, depositedToday: 0 });
    for (const dailyDepositLimit of [0, -1, 'much'])
      expect((await bursar.ask(updateKey, { sysid: key.sysid, dailyDepositLimit })).problem).toBe('input.malformed');
  });

  it('is not changed by a deposit, so that an edit from before it is no conflict', async () => {
    const key = await aKey();
    await payIn(key, 'EQ 1', 100);
    const { sysid, updated } = key;
    expect((await bursar.ask(updateKey, { sysid, updated, dailyDepositLimit: 2_000 })).status).toBe(200);
  });

  it('is in the history of changes, and raising it notifies the colleagues', async () => {
    const head = await server.aPerson('SchoolAdmin', school);
    const { sysid } = await aKey();
    for (const dailyDepositLimit of [2_000, 1_500]) await bursar.ask(updateKey, { sysid, dailyDepositLimit });
    await server.runJobs();
    const told = (await head.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'program.token');
    expect(told).toHaveLength(2);
    const changes = await server.context.db.inSchool(school, (tx) =>
      tx.rows(
        `SELECT detail->'changes' AS changes FROM audit_events WHERE school_id = $1 AND action = 'program.update' ORDER BY at`,
        [school],
      ),
    );
    expect(changes).toEqual([
      { changes: { dailyDepositLimit: { from: 1_000, to: 2_000 } } },
      { changes: { dailyDepositLimit: { from: 2_000, to: 1_500 } } },
    ]);
  });
});
