import { getSchoolSettings, updateSchoolSettings } from '@mfuko/contract/schools';
import * as contract from '@mfuko/contract/tills';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { openCashDesk, type TestCashDesk } from './tills.testkit.ts';

let server: TestServer;
let desk: TestCashDesk;
let admin: Person;
let student: string;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
beforeEach(async () => {
  desk = await openCashDesk(server);
  student = await desk.aStudent(1_000);
});
afterAll(() => server.close());

const demand = (requireTill: boolean) => admin.ask(updateSchoolSettings, { sysid: desk.school, requireTill });
const withKey = () => ({ key: newId() });

describe('requireTill', () => {
  it('is off by default and shown in the settings and by getTill', async () => {
    const settings = async () => (await desk.bursar.ask(getSchoolSettings, { sysid: desk.school })).body;
    expect(await settings()).toMatchObject({ requireTill: false });
    expect((await desk.bursar.ask(contract.getTill)).body).toMatchObject({ required: false });
    expect((await desk.payIn(desk.bursar, student, 10, withKey())).status).toBe(200);
    expect((await demand(true)).body).toMatchObject({ requireTill: true, consentPolicy: 'student' });
    expect(await settings()).toMatchObject({ requireTill: true });
    expect((await desk.bursar.ask(contract.getTill)).body).toMatchObject({ till: null, required: true });
    // A change of another setting leaves this one.
    await admin.ask(updateSchoolSettings, { sysid: desk.school, movementLimit: 5_000 });
    expect(await settings()).toMatchObject({ requireTill: true });
  });

  it('refuses cash deposits and cash-outs without an own open till, single and batched', async () => {
    await demand(true);
    const other = await desk.anAgent();
    await desk.open(other, 500);
    const refused = [
      await desk.payIn(desk.bursar, student, 10),
      await desk.cashOut(desk.bursar, student, 10),
      ...(await Promise.all([1, 2, 3].map((n) => desk.payIn(desk.bursar, student, n, withKey())))),
    ];
    for (const { status, problem } of refused) expect([status, problem]).toEqual([422, 'till.required']);
    expect((await desk.payIn(other, student, 10)).body).toMatchObject({ balance: 1_010 });
    await desk.open(desk.bursar, 0);
    const paid = await Promise.all([20, 30].map((n) => desk.payIn(desk.bursar, student, n, withKey())));
    expect(paid.map(({ status }) => status)).toEqual([200, 200]);
    expect((await desk.cashOut(desk.bursar, student, 45)).body).toMatchObject({ balance: 1_015 });
    await desk.close(desk.bursar, { counted: 5 });
    expect((await desk.cashOut(desk.bursar, student, 5)).problem).toBe('till.required');
  });

  it('does not apply to bank and other deposits, nor to cash once it is off', async () => {
    await demand(true);
    for (const channel of ['bank', 'other'])
      expect(
        (await desk.bursar.ask(wallet.deposit, { admissionNumber: student, amount: 10, channel }, withKey())).status,
      ).toBe(200);
    await demand(false);
    expect((await desk.payIn(desk.bursar, student, 10)).status).toBe(200);
  });

  it('concurrent cash-outs during a close are paid or refused, and none reaches the cash desk', async () => {
    await demand(true);
    const agent = await desk.anAgent();
    await desk.open(agent, 100);
    const [closed, ...paid] = await Promise.all([
      desk.close(agent, { counted: 100 }, withKey()),
      ...Array.from({ length: 6 }, () => desk.cashOut(agent, student, 1, withKey())),
    ]);
    expect(await desk.held('cash-desk')).toBe(0);
    expect(paid.every(({ status, problem }) => status === 200 || problem === 'till.required')).toBe(true);
    expect([200, 422]).toContain(closed.status);
  });
});
