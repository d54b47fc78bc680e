import { checkConfig, getConfigCheck } from '@mfuko/contract/diagnosis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { sealCredential } from '../../gateways/payments/index.ts';
import { createConfiguredSchool, faultsOf, gapsOf, PASSWORD } from './diagnosis.testkit.ts';

let payments: SimulatedPayments;
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  payments = await openSimulatedPayments(6);
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  admin = await server.aPerson('Admin');
});

afterAll(async () => {
  await payments.close();
  await server.close();
});

/** Creates a school with registered addresses and a valid configuration. */
async function aSchool() {
  const school = await createConfiguredSchool(server, payments, admin);
  await school.register();
  return school;
}

/** Reads the secret in the callback addresses; whoever knows it can forge callbacks. */
async function hookSecretOf(schoolId: string): Promise<string> {
  const config = await server.context.db.readSchool(schoolId, (tx) =>
    tx.row<{ secret: string }>('SELECT hook_secret AS secret FROM payment_configs WHERE school_id = $1', [tx.schoolId]),
  );
  return config?.secret ?? '';
}

describe('checks do not lock the operator', () => {
  it('a refused credential is not sent again until asked to or changed', async () => {
    const school = await aSchool();
    await school.type({ securityCredential: sealCredential(school.pem, 'Simba#2025') });
    expect(faultsOf(await school.check())).toEqual(['balance.credential']);
    for (let again = 0; again < 3; again++) expect(faultsOf(await school.check())).toEqual(['balance.refused-before']);
    // Two of the operator's three tries.
    expect(faultsOf(await school.check({ again: true }))).toEqual(['balance.credential']);
    await school.type();
    expect((await school.check()).check?.outcome).toBe('passed');
    await school.type({ securityCredential: sealCredential(school.pem, 'Simba#2025') });
    expect(faultsOf(await school.check())).toEqual(['balance.credential']);
  });

  it('a credential corrected at M-Pesa is accepted when asked again', async () => {
    const school = await aSchool();
    await school.type({ securityCredential: sealCredential(school.pem, 'Simba#2025') });
    expect(faultsOf(await school.check())).toEqual(['balance.credential']);
    await school.tell({ operators: [{ name: 'schoolapi', password: 'Simba#2025' }] });
    expect(faultsOf(await school.check())).toEqual(['balance.refused-before']);
    expect((await school.check({ again: true })).check?.outcome).toBe('passed');
    expect((await school.check()).check?.outcome).toBe('passed');
  });

  it('a malformed or too old credential is never sent', async () => {
    const school = await aSchool();
    for (const credential of [PASSWORD, 'AAAA', `${PASSWORD}-and-more`, 'AAAAAAAA']) {
      await school.type({ securityCredential: credential });
      expect(gapsOf(await school.check())).toEqual(['after.credential', 'after.balance']);
    }
    await school.type();
    expect(gapsOf(await school.check({ passwordSetOn: '2024-01-01' }))).toEqual(['after.password', 'after.balance']);
    expect((await school.check()).check?.outcome).toBe('passed');
  });
});

describe('checkConfig', () => {
  it('reports each step while it runs', async () => {
    const school = await aSchool();
    await school.begin();
    const states = async () => (await school.show()).check?.steps.map(({ state }) => state);
    expect(new Set(await states())).toEqual(new Set(['waiting']));
    await payments.work(server);
    expect((await states())?.slice(-2)).toEqual(['running', 'waiting']);
    expect((await school.show()).check?.outcome).toBe(null);
    await payments.settle(server);
    expect((await school.show()).check?.outcome).toBe('passed');
  });

  it('runs once at a time, and ten times in ten minutes at most', async () => {
    const school = await aSchool();
    const admins = await Promise.all(Array.from({ length: 6 }, () => server.aPerson('Admin')));
    const { schoolSYSID } = school;
    const all = await Promise.all(admins.map((one) => one.ask<{ sysid: string }>(checkConfig, { schoolSYSID })));
    expect(new Set(all.map(({ body }) => body.sysid)).size).toBe(1);
    for (let nth = 1; nth < 10; nth++) {
      await payments.settle(server);
      expect((await school.begin()).status).toBe(200);
    }
    await payments.settle(server);
    const refused = await school.begin();
    expect([refused.status, refused.problem]).toEqual([429, 'payment.checked-often']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('ignores answers to other questions and late ones', async () => {
    const school = await aSchool();
    await school.begin();
    await payments.work(server);
    const secret = await hookSecretOf(school.schoolSYSID);
    const answer = async (id: string, code = 0) => {
      const body = { Result: { ResultCode: code, ResultDesc: 'made up', ConversationID: 'x', TransactionID: 'x' } };
      await server.app.inject({ method: 'POST', url: `/hooks/result/${secret}/check/${id}/r`, payload: body });
      await payments.work(server);
    };
    await answer('01900000-0000-7000-8000-000000000001', 2001);
    expect((await school.show()).check?.outcome).toBe(null);
    const refused = await server.context.db.readSchool(school.schoolSYSID, (tx) =>
      tx.row('SELECT refused FROM payment_checks WHERE school_id = $1', [tx.schoolId]),
    );
    expect(refused).toEqual({ refused: null });
    // An answer for this check, but to a question that was not asked yet.
    await answer(`${(await school.show()).check?.sysid}-s`);
    expect((await school.show()).check?.outcome).toBe(null);
    await payments.settle(server);
    const { check } = await school.show();
    expect(check?.outcome).toBe('passed');
    // A late answer changes nothing about a credential that was accepted.
    await answer(check?.sysid ?? '', 2001);
    await school.begin();
    await payments.work(server);
    await answer(check?.sysid ?? '', 2001);
    expect((await school.show()).check?.outcome).toBe(null);
    await payments.settle(server);
    expect((await school.check()).check?.outcome).toBe('passed');
  });

  it('reports steps that M-Pesa could not answer as gaps', async () => {
    const school = await aSchool();
    await payments.knobs({ shortCode: school.shortCode, busyPercent: 100 });
    const busy = await school.check();
    expect([faultsOf(busy), gapsOf(busy), busy.check?.outcome]).toEqual([
      [],
      ['provider.away', 'provider.away', 'after.balance'],
      'partly',
    ]);
    await payments.knobs({ shortCode: school.shortCode, busyPercent: 0 });
    expect((await school.check()).check?.outcome).toBe('passed');
  });

  it('stores and returns no secrets', async () => {
    const school = await aSchool();
    await school.type({ lnmPassWord: 'passkey-of-nobody-0007', securityCredential: sealCredential(school.pem, 'x') });
    const found = await school.check();
    expect(faultsOf(found)).toEqual(['passkey.refused', 'balance.credential']);
    const kept = await server.context.db.readSchool(school.schoolSYSID, async (tx) => [
      await tx.rows('SELECT steps, outcome FROM payment_checks WHERE school_id = $1', [tx.schoolId]),
      await tx.rows<{ action: string; detail: object }>(
        `SELECT action, detail FROM audit_events WHERE school_id = $1 AND action LIKE '%check%' ORDER BY at`,
        [tx.schoolId],
      ),
    ]);
    expect(kept[1]).toEqual([
      { action: 'school.check-payments', detail: {} },
      {
        action: 'school.payments-checked',
        detail: { outcome: 'failed', faults: ['passkey.refused', 'balance.credential'] },
      },
    ]);
    const { consumerKey, consumerSecret, securityCredential, apiPassword } = school.right;
    for (const secret of [consumerKey, consumerSecret, securityCredential, apiPassword, 'passkey-of'])
      expect(JSON.stringify([found, kept])).not.toContain(secret);
  });

  it('is for Admins and configured schools only', async () => {
    const school = await aSchool();
    const bursar = await server.aPerson('SchoolAdmin', school.schoolSYSID);
    for (const endpoint of [checkConfig, getConfigCheck]) {
      const refused = await bursar.ask(endpoint, { schoolSYSID: school.schoolSYSID });
      expect([refused.status, refused.problem]).toEqual([403, 'session.role']);
    }
    const schoolSYSID = await server.aSchool();
    expect((await admin.ask(checkConfig, { schoolSYSID })).problem).toBe('payment.not-configured');
    expect((await admin.ask(getConfigCheck, { schoolSYSID })).body).toEqual({
      check: null,
      lastPassedAt: null,
      passwordSetOn: null,
    });
    const nowhere = { schoolSYSID: '01900000-0000-7000-8000-0000000000ff' };
    expect((await admin.ask(checkConfig, nowhere)).problem).toBe('school.not-found');
    expect((await admin.ask(getConfigCheck, nowhere)).problem).toBe('school.not-found');
  });
});

it("returns M-Pesa's own words for an unknown code, with numbers removed", async () => {
  const school = await aSchool();
  await school.begin();
  await payments.work(server);
  const secret = await hookSecretOf(school.schoolSYSID);
  const { check } = await school.show();
  const payload = { Result: { ResultCode: 9_876, ResultDesc: 'Ask 254722000111 about it.', ConversationID: 'x' } };
  await server.app.inject({ method: 'POST', url: `/hooks/result/${secret}/check/${check?.sysid}/r`, payload });
  await payments.work(server);
  expect((await school.show()).check?.steps.find(({ step }) => step === 'balance')).toEqual({
    step: 'balance',
    state: 'failed',
    code: 'balance.refused',
    detail: { words: '9876 Ask … about it.' },
  });
});
