import { getSchoolConfig } from '@mfuko/contract/schools';
import fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { readConfig } from '../../config.ts';
import type { Result } from '../../gateways/payments/index.ts';
import { newId } from '../../platform/records/id.ts';
import { registerHooks } from './hooks.ts';
import { replyTo, withAccount } from './index.ts';
import { handleWaitingCallbacks, messageJobs } from './provider-callbacks.ts';

let server: TestServer;
let payments: SimulatedPayments;
let admin: Person;
let school: string;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  admin = await server.aPerson('Admin');
  school = await server.aSchool();
  await collectsWith(admin, school, '600100');
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers });
const account = async (of = school) => {
  const found = await server.context.db.inSchool(of, (tx) => withAccount(server.context, tx));
  if (!found) throw new Error('the school has no account');
  return found;
};
const kept = () =>
  server.context.db.inSchool(school, async (tx) =>
    Number(
      (await tx.row<{ count: bigint }>('SELECT count(*) FROM provider_callbacks WHERE school_id = $1', [school]))
        ?.count,
    ),
  );
const RESULT = JSON.stringify({
  Result: {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'ok',
    OriginatorConversationID: 'o',
    ConversationID: 'c',
    TransactionID: 'T',
  },
});

describe('storm of callbacks', () => {
  const COUNT = 2_000;

  it('2,000 concurrent callbacks are all stored, and a desk call is answered meanwhile', {
    timeout: 180_000,
  }, async () => {
    const { hookSecret } = await account();
    const subjects = Array.from({ length: COUNT }, () => newId());
    // The provider repeats a callback that was not acknowledged.
    const deliver = async (subject: string): Promise<void> => {
      for (;;) {
        const { statusCode } = await post(`/hooks/result/${hookSecret}/storm/${subject}/r`, RESULT);
        if (statusCode === 200) return;
        expect(statusCode).toBe(503);
      }
    };
    let over = false;
    const storm = Promise.all(subjects.map(deliver)).then(() => {
      over = true;
    });
    const desk = await admin.ask(getSchoolConfig, { schoolSYSID: school });
    expect([desk.status, over]).toEqual([200, false]);
    await storm;
    const rows = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ subject: string }>(
        `SELECT subject FROM provider_callbacks WHERE school_id = $1 AND purpose = 'storm'`,
        [school],
      ),
    );
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
  });
});

describe('payment account', () => {
  it("a school's payment account is opened with its secrets and a hexadecimal hook secret", async () => {
    expect(await account()).toMatchObject({
      shortCode: '600100',
      consumerKey: 'key-of-600100-0001',
      lnmPassWord: 'passkey-of-600100-0001',
      securityCredential: 'credential-that-is-believed',
      hookSecret: expect.stringMatching(/^[0-9a-f]{96}$/),
    });
    const shown = await admin.ask<{ hooks: { validation: string } }>(getSchoolConfig, { schoolSYSID: school });
    expect(shown.body.hooks.validation).toBe(`/hooks/c2b/${(await account()).hookSecret}/v`);
    const other = await server.aSchool();
    expect(await server.context.db.inSchool(other, (tx) => withAccount(server.context, tx))).toBeNull();
  });
});

describe('hook address', () => {
  it('accepts the exact hook secret only', async () => {
    const { hookSecret } = await account();
    const before = await kept();
    const flipped = hookSecret.slice(0, -1) + (hookSecret.endsWith('0') ? '1' : '0');
    const otherSchool = (await server.aSchool()).replaceAll('-', '') + hookSecret.slice(32);
    for (const secret of [
      flipped,
      otherSchool,
      `${'0'.repeat(32)}${hookSecret.slice(32)}`,
      'x',
      hookSecret.toUpperCase(),
    ]) {
      const said = await post(`/hooks/result/${secret}/try/1/r`, RESULT);
      expect([said.statusCode, said.json<{ problem: string }>().problem], secret).toEqual([404, 'call.unknown']);
    }
    expect(await kept()).toBe(before);
    const good = await post(`/hooks/result/${hookSecret}/try/1/r`, RESULT);
    expect([good.statusCode, good.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Success' }]);
    expect(await kept()).toBe(before + 1);
  });

  it('acknowledges any body, stores readable ones and rejects bodies over the size limit', async () => {
    const { hookSecret } = await account();
    const before = await kept();
    for (const body of ['', '{', '[]', 'null', RESULT.slice(0, 40), '<html>'])
      expect(
        (await post(`/hooks/result/${hookSecret}/try/1/r`, body, { 'content-type': 'application/json' })).statusCode,
      ).toBe(200);
    expect(await kept()).toBe(before);
    for (const path of [`c2b/${hookSecret}/c`, `pull/${hookSecret}`, `stk/${hookSecret}/${newId()}`]) {
      const said = await post(`/hooks/${path}`, '{');
      expect([path, said.statusCode, said.json()]).toEqual([path, 200, { ResultCode: 0, ResultDesc: 'Success' }]);
    }
    // This address reports a timeout, so its body may be empty.
    expect((await post(`/hooks/result/${hookSecret}/try/1/t`, '')).statusCode).toBe(200);
    expect(await kept()).toBe(before + 1);
    expect((await post(`/hooks/result/${hookSecret}/try/1/r`, 'x'.repeat(70_000))).statusCode).toBe(413);
  });
});

describe('provider callback', () => {
  it('a callback is handled once by its purpose, stored sealed and cleared afterwards', async () => {
    const heard: [string, Result | 'timeout'][] = [];
    const jobs = messageJobs(
      server.context,
      { trial: async (_tx, id, answer) => void heard.push([id, answer]) },
      async () => undefined,
    );
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query(`SET app.school_id = '${school}'`);
    const id = newId();
    const { resultUrl, timeoutUrl } = replyTo(server.context, await account(), 'trial', id);
    expect(resultUrl.startsWith(payments.env.PUBLIC_URL)).toBe(true);
    await post(new URL(resultUrl).pathname, RESULT);
    await post(new URL(timeoutUrl).pathname, '');
    const { rows } = await owner.query<{ id: string; sealed: Buffer }>(
      `SELECT id, sealed FROM provider_callbacks WHERE purpose = 'trial' ORDER BY heard_at`,
    );
    expect(rows.map((row) => row.sealed.includes('ResultCode'))).toEqual([false, false]);
    for (const row of [...rows, ...rows]) await jobs['handle-provider-callback']?.({ schoolId: school, id: row.id });
    expect(heard.map(([of]) => of)).toEqual([id, id]);
    expect(heard[0]?.[1]).toMatchObject({ code: '0', transactionId: 'T' });
    expect(heard[1]?.[1]).toBe('timeout');
    const left = await owner.query(`SELECT 1 FROM provider_callbacks WHERE purpose = 'trial' AND sealed IS NOT NULL`);
    await owner.end();
    expect(left.rows).toEqual([]);
  });

  it('a callback without a job is queued again for three days and deleted after a week', async () => {
    const { hookSecret } = await account();
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query(`SET app.school_id = '${school}'`);
    const ages = ['5 minutes', '15 minutes', '71 hours', '73 hours', '6 days 23 hours', '7 days 1 hour'];
    for (const age of ages) {
      await post(`/hooks/result/${hookSecret}/lost/${age.replaceAll(' ', '-')}/r`, RESULT);
      const heard = `UPDATE provider_callbacks SET heard_at = now() - $2::interval WHERE subject = $1`;
      await owner.query(heard, [age.replaceAll(' ', '-'), age]);
    }
    const { rows } = await owner.query<{ id: string; subject: string }>(
      `SELECT id, subject FROM provider_callbacks WHERE purpose = 'lost'`,
    );
    const ids = rows.map((row) => row.id);
    await owner.query(`DELETE FROM graphile_worker._private_jobs WHERE payload->>'id' = ANY($1)`, [ids]);
    await server.context.db.inSchool(school, handleWaitingCallbacks);
    const subjects = async (sql: string) =>
      (await owner.query<{ subject: string }>(sql, [ids])).rows.map(({ subject }) => subject).toSorted();
    expect(
      await subjects(`SELECT c.subject FROM provider_callbacks c JOIN graphile_worker._private_jobs j
        ON j.payload->>'id' = c.id::text WHERE c.id = ANY($1)`),
    ).toEqual(['15-minutes', '71-hours']);
    const left = await subjects('SELECT subject FROM provider_callbacks WHERE id = ANY($1)');
    await owner.end();
    expect(left).not.toContain('7-days-1-hour');
    expect(left).toHaveLength(5);
  });

  it("accepts the provider's addresses, believing X-Forwarded-For of the trusted proxy only", async () => {
    const from = await behindProxy({});
    expect(await from('127.0.0.1', '196.201.214.200')).toBe(200);
    expect(await from('::ffff:127.0.0.1', '10.0.0.1, 196.201.212.69')).toBe(200);
    expect(await from('127.0.0.1')).not.toBe(200);
    expect(await from('127.0.0.1', '196.201.214.200, 41.90.1.1')).not.toBe(200);
    // The caller is not a proxy of ours, so its X-Forwarded-For is not believed.
    expect(await from('41.90.1.1', '196.201.214.200')).not.toBe(200);
    expect(await from('196.201.214.200')).toBe(200);
    const named = await behindProxy({ HOOKS_CALLERS: '10.9.8.7' });
    expect(await named('127.0.0.1', '10.9.8.7')).toBe(200);
    expect(await named('127.0.0.1', '196.201.214.200')).not.toBe(200);
  });

  /**
   * Starts a server behind a proxy; returns a function that calls it by a socket address and a forwarded address, and returns the status.
   */
  async function behindProxy(env: Record<string, string>) {
    const config = readConfig({ DATA_DIR: server.context.config.dataDir, HOOKS_TRUSTED_PROXY: '127.0.0.1', ...env });
    const app = fastify();
    registerHooks(app, { ...server.context, config: { ...server.context.config, payments: config.payments } });
    onTestFinished(() => app.close());
    const url = `/hooks/result/${(await account()).hookSecret}/try/1/t`;
    return async (remoteAddress: string, forwarded?: string) => {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
      return (await app.inject({ method: 'POST', url, payload: '{}', remoteAddress, headers })).statusCode;
    };
  }
});
