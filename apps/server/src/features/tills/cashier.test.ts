import * as contract from '@mfuko/contract/tills';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openCashDesk, type TestCashDesk } from './tills.testkit.ts';

// The test `routes.test.ts` has the table of calls that a cashier may make.
let server: TestServer;
let desk: TestCashDesk;
let cashier: Person;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  desk = await openCashDesk(server);
  cashier = await server.aPerson('CheckAgent', desk.school, ['cashier']);
});
afterAll(() => server.close());

describe('cashier', () => {
  it('a cashier opens a till, takes and pays cash, takes back and closes it', async () => {
    const student = await desk.aStudent();
    expect((await desk.open(cashier, 500)).status).toBe(200);
    const paid = await desk.payIn(cashier, student, 300);
    expect((await desk.cashOut(cashier, student, 100)).body).toMatchObject({ balance: 200 });
    const { token } = paid.body.receipt;
    expect((await cashier.ask(wallet.validateToken, { token })).problem).toBe('wallet.receipt-not-found');
    const wrong = await desk.payIn(cashier, student, 70);
    expect((await cashier.ask(wallet.takeBack, { sysid: wrong.body.receipt.sysid })).body).toMatchObject({
      balance: 200,
    });
    expect(await desk.till(cashier)).toMatchObject({ holds: 700, paidIn: 370, paidOut: 100, takenBack: -70 });
    const sysid = (await desk.till(cashier))?.sysid;
    expect((await cashier.ask<unknown[]>(contract.getTillMovements, { sysid })).body).toHaveLength(5);
    expect((await desk.close(cashier, { counted: 700 })).body).toMatchObject({ status: 'closed', own: true });
    expect((await cashier.ask(contract.getTillReport, { sysid })).status).toBe(200);
  });

  it("a cashier can neither see nor close another user's till", async () => {
    const other = await server.aPerson('CheckAgent', desk.school, ['cashier']);
    const { sysid } = (await desk.open(other, 500)).body;
    const tries = async () => [
      await cashier.ask(contract.getTillReport, { sysid }),
      await cashier.ask(contract.getTillMovements, { sysid }),
      await cashier.ask(contract.countTill, { sysid, counted: 500 }),
      await desk.close(cashier, { sysid, counted: 500 }),
      await desk.carry(cashier, 'hand-back', 10, { sysid }),
    ];
    for (const { status, problem } of await tries()) expect([status, problem]).toEqual([404, 'till.not-found']);
    await desk.close(other, { counted: 500, left: 500 });
    for (const { status, problem } of await tries()) expect([status, problem]).toEqual([404, 'till.not-found']);
    // Office users may still do both.
    expect((await desk.bursar.ask(contract.getTillReport, { sysid })).status).toBe(200);
    expect((await desk.carry(desk.bursar, 'hand-back', 500, { sysid })).status).toBe(200);
  });
});
