import { books } from '@mfuko/contract/books';
import { type Approval, approve, requestApproval, setLimits } from '@mfuko/contract/limits';
import { createStudent } from '@mfuko/contract/students';
import { getTill, openTill } from '@mfuko/contract/tills';
import { cashOutPin, deposit, getStatement, getWallet, reverse } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { newId } from '../../platform/records/id.ts';

const PIN = '482916';

let server: TestServer;
let school: string;
let bursar: Person;
let second: Person;
let amina: string;
let brian: string;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  second = await server.aPerson('SchoolAdmin', school);
  [amina, brian] = [await aStudent('Amina Juma'), await aStudent('Brian Otieno')];
});
afterAll(() => server.close());

async function aStudent(names: string): Promise<string> {
  const admissionNumber = String(5200 + aNumber());
  const classSYSID = await server.aClass(school);
  await bursar.ask(createStudent, { admissionNumber, names, classSYSID, checkPin: PIN });
  return admissionNumber;
}

interface Answer {
  readonly receipt: { readonly sysid: string };
  readonly detail: { readonly receipt: { readonly sysid: string } };
}
const payIn = (admissionNumber: string, reference: string, more: object = {}, by = bursar) =>
  by.ask<Answer>(deposit, { admissionNumber, amount: 500, channel: 'bank', reference, ...more }, { key: newId() });
const balance = async (admissionNumber: string) =>
  (await bursar.ask<{ balance: number }>(getWallet, { admissionNumber })).body.balance;
const held = async () => {
  const { body } = await bursar.ask<{ held: { part: string; amount: number }[]; difference: number }>(books);
  expect(body.difference).toBe(0);
  return Object.fromEntries(body.held.map(({ part, amount }) => [part, amount]));
};

describe('deposit channel', () => {
  it("a deposit's channel decides its account, and only cash changes the till", async () => {
    await bursar.ask(openTill, { float: 0 });
    for (const [amount, more] of [
      [100, {}],
      [20, { channel: 'cash' }],
      [3_000, { channel: 'bank' }],
      [400, { cash: false }],
      [50, { channel: 'other' }],
    ] as const)
      await bursar.ask(deposit, { admissionNumber: amina, amount, ...more }, { key: newId() });
    expect(await held()).toMatchObject({ till: 120, bank: 3_400, 'other-money': 50, 'cash-desk': 0, 'm-pesa': 0 });
    expect((await bursar.ask(getTill)).body.till).toMatchObject({ holds: 120, paidIn: 120, paidInCount: 2 });
    const { body } = await bursar.ask<{ amount: number; channel: string }[]>(getStatement, { admissionNumber: amina });
    expect(body.map(({ amount, channel }) => [amount, channel])).toEqual([
      [50, 'other'],
      [400, 'bank'],
      [3_000, 'bank'],
      [20, 'cash'],
      [100, 'cash'],
    ]);
  });

  it('a reversal debits the account into which the deposit was paid', async () => {
    const { body } = await payIn(amina, 'S1');
    await second.ask(reverse, { sysid: body.receipt.sysid, reason: 'Wrong child' });
    expect(await held()).toMatchObject({ bank: 0, 'cash-desk': 0 });
    const rows = await bursar.ask<{ kind: string; channel: string }[]>(getStatement, { admissionNumber: amina });
    expect(rows.body.map(({ kind, channel }) => [kind, channel])).toEqual([
      ['reversal', 'bank'],
      ['deposit', 'bank'],
    ]);
  });

  it('rejects a deposit channel other than cash, bank or other', async () => {
    expect(await payIn(amina, 'S1', { channel: 'cheque' })).toMatchObject({ status: 400, problem: 'input.malformed' });
  });
});

describe('bank slip', () => {
  it('a bank slip pays in once, however its reference is spelt and for any student; the refusal shows the first receipt', async () => {
    const first = await payIn(amina, 'Slip 00x12');
    for (const [student, text] of [
      [amina, 'Slip 00x12'],
      [brian, 'SLIP00X12'],
      [brian, ' slip  00X 12 '],
      [brian, 'Slip-00x/12.'],
      [amina, '#ＳＬＩＰ ００Ｘ１２'],
    ] as const) {
      const again = await payIn(student, text, {}, second);
      expect(again).toMatchObject({
        status: 409,
        problem: 'wallet.reference-taken',
        body: { detail: { ...{ amount: 500, admissionNumber: amina, names: 'Amina Juma' }, reference: 'Slip 00x12' } },
      });
      expect(again.body.detail.receipt).toEqual(first.body.receipt);
    }
    expect([await balance(amina), await balance(brian)]).toEqual([500, 0]);
  });

  it('a used bank slip does not block other slips, cash, deposits without a reference or another school', async () => {
    await payIn(amina, 'S1');
    const others = [
      await payIn(amina, 'S2'),
      await payIn(amina, 'S01'),
      await payIn(amina, '--'),
      await payIn(amina, '- -/'),
      await payIn(amina, 'S1', { channel: 'cash' }),
      await payIn(amina, 'S1', { channel: 'other' }),
      await payIn(amina, ''),
      await payIn(amina, ''),
    ];
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    school = await server.aSchool();
    bursar = await server.aPerson('SchoolAdmin', school);
    expect((await payIn(await aStudent('Cheptoo Kirui'), 'S1')).status).toBe(200);
  });

  it('a repeated deposit with a bank slip returns the first answer, with an idempotency key and without one', async () => {
    const key = newId();
    const input = { admissionNumber: amina, amount: 500, channel: 'bank', reference: 'S1' };
    const [one, two] = [await bursar.ask(deposit, input, { key }), await bursar.ask(deposit, input, { key })];
    expect(two.body).toEqual(one.body);
    const bare = { ...input, reference: 'S2', amount: 70 };
    const [three, four] = [await bursar.ask(deposit, bare), await bursar.ask(deposit, bare)];
    expect(four.body).toEqual(three.body);
    expect(await balance(amina)).toBe(570);
  });

  it('deposits of one amount with different bank slips are not taken for a double press', async () => {
    const input = { admissionNumber: amina, amount: 70 };
    const bodies = [
      input,
      { ...input, channel: 'bank', reference: 'S1' },
      { ...input, channel: 'bank', reference: 'S2' },
    ];
    const receipts: string[] = [];
    // Each is pressed twice.
    for (const body of [...bodies, ...bodies])
      receipts.push((await bursar.ask<Answer>(deposit, body)).body.receipt.sysid);
    expect(new Set(receipts).size).toBe(3);
    expect(receipts.slice(3)).toEqual(receipts.slice(0, 3));
    expect(await balance(amina)).toBe(210);
  });

  it('a bank slip can pay in once more after its deposit was reversed', async () => {
    const { body } = await payIn(amina, 'S1');
    await second.ask(reverse, { sysid: body.receipt.sysid, reason: 'Wrong child' });
    expect((await payIn(brian, 'S1')).status).toBe(200);
    expect((await payIn(amina, 'S1')).problem).toBe('wallet.reference-taken');
    expect([await balance(amina), await balance(brian)]).toEqual([0, 500]);
  });

  it('a deposit waits for a concurrent deposit with the same bank slip, and one of the two is refused', async () => {
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    onTestFinished(() => owner.end());
    // Both desks have claimed the slip or wait for it, and are held up by this lock.
    await owner.query('BEGIN; LOCK TABLE audit_events IN EXCLUSIVE MODE');
    const paying = Promise.all([payIn(amina, 'S1'), payIn(brian, 's 1', {}, second)]);
    expect(await isBlocked(server, paying, 2)).toBe(true);
    await owner.query('COMMIT');
    expect((await paying).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await balance(amina)) + (await balance(brian))).toBe(500);
  });

  it('eight concurrent deposits with one bank slip credit once', async () => {
    const desks = [bursar, second, await server.aPerson('SchoolAdmin', school)];
    for (const round of ['R1', 'R2', 'R3']) {
      const answers = await Promise.all(
        [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
          payIn(n % 2 ? amina : brian, n % 3 ? round : ` ${round.toLowerCase()}`, {}, desks[n % 3]),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    }
    expect((await balance(amina)) + (await balance(brian))).toBe(1_500);
    expect(await held()).toMatchObject({ bank: 1_500 });
  });
});

describe('approval of a reused bank slip', () => {
  const ask = (more: object = {}, by = bursar) =>
    by.ask<Approval>(requestApproval, {
      ...{ admissionNumber: brian, amount: 500, reason: 'One slip for two brothers', reference: 'S1' },
      ...more,
    });

  it('an approval lets a bank slip pay in once more, bound to its student, its requester and its maximum amount', async () => {
    await payIn(amina, 'S1');
    const asked = await ask({ reference: ' s 1' });
    expect(asked.body).toMatchObject({ state: 'pending', reference: 'S1', amount: 500 });
    expect((await payIn(brian, 'S1')).problem).toBe('wallet.reference-taken');
    expect((await bursar.ask(approve, { sysid: asked.body.sysid })).problem).toBe('wallet.same-person');
    expect((await second.ask(approve, { sysid: asked.body.sysid })).body).toMatchObject({ state: 'approved' });
    const refused = [
      await payIn(amina, 'S1'),
      await payIn(brian, 'S1', {}, second),
      await payIn(brian, 'S1', { amount: 500.01 }),
    ];
    expect(refused.map(({ problem }) => problem)).toEqual(Array(3).fill('wallet.reference-taken'));
    expect((await payIn(brian, 's1')).status).toBe(200);
    expect((await payIn(brian, 'S1', { amount: 20 })).problem).toBe('wallet.reference-taken');
    expect([await balance(amina), await balance(brian)]).toEqual([500, 500]);
  });

  it('rejects a request for approval of a bank slip that has not paid in yet', async () => {
    expect(await ask()).toMatchObject({ status: 422, problem: 'approval.not-needed' });
  });

  it('an approval of a bank slip does not cover a cash-out, nor the other way round', async () => {
    await payIn(amina, 'S1');
    await payIn(brian, 'S9');
    const admin = await server.aPerson('Admin');
    await admin.ask(setLimits, { scope: 'school', approvalAbove: 100 }, { school });
    // Both requests wait side by side: one does not withdraw the other.
    const [slip, cash] = [await ask(), await ask({ reference: '', amount: 300 })];
    await second.ask(approve, { sysid: slip.body.sysid });
    const pay = { admissionNumber: brian, pin: PIN, amount: 300 };
    expect((await bursar.ask(cashOutPin, pay)).problem).toBe('wallet.needs-approval');
    expect((await payIn(brian, 'S1')).status).toBe(200);
    await second.ask(approve, { sysid: cash.body.sysid });
    expect((await payIn(brian, 'S1', { amount: 300 })).problem).toBe('wallet.reference-taken');
    expect((await bursar.ask(cashOutPin, pay)).status).toBe(200);
  });

  it('the database rejects a second entry for one bank slip until the first is reversed', async () => {
    const { body } = await payIn(amina, 'S1');
    const other = await payIn(brian, 'S2');
    const claim = (entry: string) =>
      server.context.db.inSchool(school, (tx) =>
        tx.row('INSERT INTO bank_slips (school_id, slip, number, entry_id) VALUES ($1, $2, 2, $3)', [
          school,
          'S1',
          entry,
        ]),
      );
    await expect(claim(other.body.receipt.sysid)).rejects.toThrow('a slip pays in once');
    await second.ask(reverse, { sysid: body.receipt.sysid, reason: 'Wrong child' });
    await claim(other.body.receipt.sysid);
  });
});
