import { approve, requestApproval } from '@mfuko/contract/limits';
import { reconcilePayments, registerPayments, requestPayment } from '@mfuko/contract/payments';
import { approveRefund, getRefunds, type Refund, refund } from '@mfuko/contract/refunds';
import { type FoundPayment, findPayment } from '@mfuko/contract/search';
import { addContact, createStudent, getStudent, updateStudent } from '@mfuko/contract/students';
import { approveSettlement, getSuspense, proposeSettlement, rejectSettlement } from '@mfuko/contract/suspense';
import {
  cashOutPin,
  deposit,
  getStatement,
  type Moved,
  proposeReversal,
  rejectReversal,
  reverse,
  takeBack,
} from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { writeDown } from '../payments/store.ts';

const PAYBILL = '600900';
const PIN = '482916';
const PHONE = '254711556677';

/** A busy machine takes longer than the default second. */
const PATIENCE = { timeout: 20_000, interval: 100 };

let payments: SimulatedPayments;
let server: TestServer;
let school: string;
let bursar: Person;
let head: Person;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  school = await server.aSchool();
  [bursar, head] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  const admin = await server.aPerson('Admin');
  await collectsWith(admin, school, PAYBILL);
  await admin.ask(registerPayments, { schoolSYSID: school });
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

/** Creates a student. Pass an `admissionNumber` below 6200 where the number must also be a valid amount. */
async function aStudent(names: string, guardian?: string, admissionNumber = String(6200 + aNumber())) {
  const classSYSID = await server.aClass(school);
  const made = await bursar.ask<{ sysid: string }>(createStudent, {
    admissionNumber,
    names,
    classSYSID,
    checkPin: PIN,
  });
  if (guardian)
    await bursar.ask(addContact, { studentSYSID: made.body.sysid, name: 'Jane', mobileNumber: guardian, email: '' });
  return admissionNumber;
}
const find = async (search: string, who = bursar) => (await who.ask<FoundPayment[]>(findPayment, { search })).body;
const way = (found: FoundPayment | undefined) => found?.timeline.map(({ what }) => what);
const payIn = async (admissionNumber: string, more: object = {}) =>
  (await bursar.ask<Moved>(deposit, { admissionNumber, amount: 350, ...more }, { key: newId() })).body.receipt;

/** Disables row-level security meanwhile, to show that the statements themselves filter by school. */
async function withoutWalls(look: () => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relrowsecurity AND relkind IN ('r', 'p')`,
  );
  const turn = (way: string) =>
    owner.query(rows.map(({ name }) => `ALTER TABLE ${name} ${way} ROW LEVEL SECURITY`).join(';'));
  try {
    await turn('DISABLE');
    await look();
  } finally {
    await turn('ENABLE');
    await owner.end();
  }
}

describe('findPayment: desk payment', () => {
  it('is found by slip, receipt, token, number and name in the own school only', async () => {
    const number = await aStudent('Wambui Karanja Njeri');
    const { sysid, token } = await payIn(number, { channel: 'bank', reference: 'KCB 00918' });
    const ways = ['kcb00918', sysid.slice(-12), sysid.slice(-12).toUpperCase(), sysid, token.toLowerCase(), number];
    for (const search of [...ways, 'wambui njeri', 'wambuy karanja']) {
      const [found] = await find(search);
      expect([search, found]).toMatchObject([
        search,
        {
          ...{ sysid, kind: 'deposit', amount: 350, admissionNumber: number, names: 'Wambui Karanja Njeri' },
          ...{
            status: 'wallet',
            reference: 'KCB 00918',
            channel: 'bank',
            receiptNumber: sysid.slice(-12).toUpperCase(),
          },
        },
      ]);
      expect(way(found)).toEqual(['wallet']);
    }
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    for (const search of ways) expect(await find(search, stranger)).toEqual([]);
    expect(await find('no such thing')).toEqual([]);
    await withoutWalls(async () => {
      for (const search of ways) expect([search, await find(search, stranger)]).toEqual([search, []]);
      expect(await find(sysid)).toHaveLength(1);
    });
  });

  it("is found by its amount in several notations, unless the number is a student's", async () => {
    const number = await aStudent('Naliaka Wanyama', undefined, '4111');
    const { sysid } = await payIn(number, { amount: 8765.5 });
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    for (const search of ['8765.5', '8,765.50', 'KES 8,765.50', 'Ksh 8 765.50/=']) {
      expect([search, (await find(search)).map((found) => found.sysid)]).toEqual([search, [sysid]]);
      expect(await find(search, stranger)).toEqual([]);
    }
    await withoutWalls(async () => expect(await find('8,765.50', stranger)).toEqual([]));
    expect(await find('8,765.05')).toEqual([]);
    const other = await payIn(number, { amount: Number(number) });
    const third = await payIn(await aStudent('Kiprop Sang'), { amount: Number(number) });
    expect((await find(number)).map((found) => found.sysid)).not.toContain(third.sysid);
    expect((await find(`${number}.00`)).map((found) => found.sysid)).toEqual([third.sysid, other.sysid]);
  });

  it('is found by amount only where the text matches nothing else', async () => {
    const number = await aStudent('Makena Gitonga');
    const slip = await payIn(number, { channel: 'bank', reference: '5430' });
    for (let paid = 0; paid < 21; paid++) await payIn(number, { amount: 5430 });
    expect((await find('5430')).map(({ sysid }) => sysid)).toEqual([slip.sysid]);
    const none = await aStudent('Jelimo Koech', undefined, '4112');
    await payIn(number, { amount: Number(none) });
    expect(await find(none)).toEqual([]);
    expect(await find(`KES ${none}`)).toHaveLength(1);
    const { sysid } = await payIn(number, { amount: 3219 });
    // A number that no student has is searched as an amount.
    expect((await find('3219')).map((found) => found.sysid)).toEqual([sysid]);
  });

  it('the payment that the text names comes before newer ones of a student', async () => {
    const number = await aStudent('Kendi Mugambi');
    const slip = await payIn(await aStudent('Otieno Ouma'), { channel: 'bank', reference: number });
    for (let paid = 0; paid < 20; paid++) await payIn(number);
    const found = await find(number);
    expect([found.length, found[0]?.sysid, found[0]?.names]).toEqual([20, slip.sysid, 'Otieno Ouma']);
  });

  it('the timeline shows cash-outs, take-backs, reversals and approved slips', async () => {
    const number = await aStudent('Cherono Too');
    const first = await payIn(number, { channel: 'bank', reference: 'S-77' });
    const mine = await payIn(number);
    await bursar.ask(takeBack, { sysid: mine.sysid });
    const out = await bursar.ask<Moved>(cashOutPin, { admissionNumber: number, amount: 50, pin: PIN });
    await head.ask(reverse, { sysid: out.body.receipt.sysid, reason: 'Wrong child' });
    const asked = await bursar.ask<{ sysid: string }>(requestApproval, {
      ...{ admissionNumber: number, amount: 350, reason: 'Two children', reference: 'S-77' },
    });
    await head.ask(approve, { sysid: asked.body.sysid });
    const again = await payIn(number, { channel: 'bank', reference: 's-77' });
    const [one] = await find(mine.sysid);
    expect([one?.status, way(one)]).toEqual(['taken-back', ['wallet', 'taken-back']]);
    const [two] = await find(out.body.receipt.token);
    expect([two?.kind, two?.status, way(two)]).toEqual(['cash-out', 'reversed', ['paid-out', 'reversed']]);
    expect(two?.timeline.map(({ by }) => by)).toEqual(['Wanjiru Otieno', 'Wanjiru Otieno']);
    const slips = await find('S-77');
    expect(slips.map(({ sysid }) => sysid)).toEqual([again.sysid, first.sysid]);
    expect(way(slips[0])).toEqual(['slip-approved', 'wallet']);
    // Newest first; the number finds all of one student's payments.
    expect((await find(number)).map(({ sysid }) => sysid)).toEqual([
      ...[again.sysid, out.body.receipt.sysid, mine.sysid, first.sysid],
    ]);
  });
});

describe('findPayment: M-Pesa payment', () => {
  it('the timeline leads from arrival over suspense and settlement to wallet and SMS', async () => {
    const number = await aStudent('Imani Were', PHONE);
    await payments.knobs({ dropPercent: 100 });
    const gone = await aStudent('Wafula Barasa');
    await payments.payByHand(PAYBILL, 240, gone, PHONE);
    await payments.simulator.flush();
    await payments.knobs({ dropPercent: 0 });
    const { body } = await bursar.ask<{ sysid: string }>(getStudent, { admissionNumber: gone });
    await bursar.ask(updateStudent, { sysid: body.sysid, status: 'left' });
    await bursar.ask(reconcilePayments);
    const { transactions } = await payments.truth();
    const code = transactions.at(-1)?.receipt ?? '';
    const [parked] = await find(code.toLowerCase());
    expect(parked).toMatchObject({ kind: 'm-pesa', status: 'suspense', names: null, reference: code, amount: 240 });
    expect((await find('KES 240')).map(({ reference }) => reference)).toContain(code);
    // The payer's phone finds the payment, although it is stored only sealed and as a digest.
    expect((await find('0711 556 677')).map(({ reference }) => reference)).toContain(code);
    const items = await bursar.ask<{ sysid: string; receipt: string }[]>(getSuspense);
    const sysid = items.body.find(({ receipt }) => receipt === code)?.sysid;
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: number });
    expect((await find(code))[0]?.status).toBe('proposed');
    await bursar.ask(rejectSettlement, { sysid });
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: number });
    await head.ask(rejectSettlement, { sysid });
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: number });
    await head.ask(approveSettlement, { sysid });
    await payments.settle(server);
    await vi.waitFor(async () => {
      await server.runJobs();
      expect(way((await find(code))[0])).toEqual([
        ...['came-in', 'suspense', 'proposed', 'withdrawn', 'proposed', 'rejected', 'proposed', 'approved'],
        ...['wallet', 'sms-sent'],
      ]);
    }, PATIENCE);
    const [settled] = await find(code);
    expect(settled).toMatchObject({ status: 'wallet', admissionNumber: number, names: 'Imani Were' });
    expect(settled?.timeline.map(({ by }) => by).slice(2, 4)).toEqual(['Wanjiru Otieno', 'Wanjiru Otieno']);
    expect((await find('imani were')).filter(({ reference }) => reference === code)).toHaveLength(1);
  });

  it('is found by whole words of the sealed payer name, in the own school only', async () => {
    const told = (name: string | null, account: string) => ({
      receipt: `QN${newId().replaceAll('-', '').slice(-8).toUpperCase()}`,
      amount: 12_300n,
      paidAt: new Date(),
      account,
      payer: { name, phone: { form: 'none' as const, text: '' } },
      reportedBy: 'confirmation' as const,
    });
    const one = told("NYAWIRA WANJI'RU K***", 'nobody');
    const other = told('NYAWIRA MUTISO', 'nobody');
    const unnamed = told(null, 'nobody');
    await server.context.db.inSchool(school, async (tx) => {
      for (const pattern of [one, other, unnamed]) await writeDown(tx, server.context, pattern);
      // Report the payment again with the payer's name.
      const name = 'Chebet Nyawira';
      await writeDown(tx, server.context, { ...unnamed, payer: { ...unnamed.payer, name } });
    });
    const codes = async (search: string, who = bursar) => (await find(search, who)).map(({ reference }) => reference);
    for (const search of ['nyawira wanjiru', 'Wanjiru, Nyawira', "WANJI'RU"])
      expect(await codes(search)).toEqual([one.receipt]);
    expect((await codes('Nyawira')).toSorted()).toEqual([one, other, unnamed].map(({ receipt }) => receipt).toSorted());
    expect(await codes('nyawira kamau')).toEqual([]);
    expect(await codes('Nyaw')).toEqual([]);
    const kept = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ word: Buffer }>('SELECT word FROM payer_blind_index WHERE receipt = ANY($1)', [
        [one, other, unnamed].map(({ receipt }) => receipt),
      ]),
    );
    // Four names, one of them of three payers; the masked name is not indexed.
    expect(kept).toHaveLength(6);
    const away = await server.aSchool();
    await server.context.db.inSchool(away, (tx) => writeDown(tx, server.context, { ...one, receipt: 'QN99999999' }));
    const stranger = await server.aPerson('SchoolAdmin', away);
    expect(await codes('nyawira wanjiru', stranger)).toEqual(['QN99999999']);
    const digests = await server.context.db.inSchool(away, (tx) =>
      tx.rows<{ word: Buffer }>('SELECT word FROM payer_blind_index WHERE school_id = $1', [away]),
    );
    for (const { word } of digests) expect(kept.some((own) => own.word.equals(word))).toBe(false);
  });

  it('a request is found while it waits, with the phone masked', async () => {
    const number = await aStudent('Achieng Atieno');
    await bursar.ask(requestPayment, { admissionNumber: number, amount: 90, mobileNumber: '254711998877' });
    for (const search of [number, '+254 711 998 877', 'achieng atieno']) {
      const found = await find(search);
      expect(found).toMatchObject([{ kind: 'request', status: 'waiting', amount: 90, admissionNumber: number }]);
      expect(JSON.stringify(found)).not.toContain('711998877');
    }
  });
});

describe('findPayment: refund', () => {
  const phone = '254711223399';
  const withoutSms = (found: FoundPayment | undefined) => way(found)?.filter((what) => !what.startsWith('sms'));

  it('shows the refund as returning, failed or paid out with its M-Pesa code', async () => {
    const number = await aStudent('Zawadi Wekesa Atieno', phone);
    await payIn(number, { amount: 9_000 });
    const { body: student } = await bursar.ask(getStudent, { admissionNumber: number });
    await bursar.ask(updateStudent, { sysid: student.sysid, status: 'left' });
    const payOut = async () => {
      const asked = { admissionNumber: number, mobileNumber: phone, reason: 'Left' };
      const { sysid } = (await bursar.ask<Refund>(refund, asked)).body;
      expect((await head.ask(approveRefund, { sysid })).status).toBe(200);
    };
    const ended = (state: string) =>
      vi.waitFor(async () => {
        await server.runJobs();
        await payments.simulator.flush();
        expect((await bursar.ask<Refund[]>(getRefunds, { admissionNumber: number })).body[0]?.state).toBe(state);
      }, PATIENCE);
    // M-Pesa holds less than that.
    await payOut();
    const [sending] = await find(number);
    expect([sending?.kind, sending?.status, way(sending)]).toEqual([
      'refund',
      'returning',
      ['refund-proposed', 'refund-sent'],
    ]);
    await ended('failed');
    const [failed] = await find(number);
    expect([failed?.status, withoutSms(failed)]).toEqual([
      'refund-failed',
      ['refund-proposed', 'refund-sent', 'refund-failed'],
    ]);
    await payments.payByHand(PAYBILL, 20_000, await aStudent('Otieno Were'));
    await payments.settle(server);
    await payOut();
    await ended('paid');
    const [paid] = await find(number);
    expect([paid?.status, withoutSms(paid)]).toEqual(['paid-out', ['refund-proposed', 'refund-sent', 'refund-paid']]);
    const { body } = await bursar.ask<Refund[]>(getRefunds, { admissionNumber: number });
    expect(paid?.reference).toBe(body[0]?.receipt);
    expect((await find(body[0]?.receipt ?? '-')).map(({ sysid }) => sysid)).toEqual([paid?.sysid]);
  });
});

it('findPayment shows a proposed reversal until it is decided', async () => {
  const number = await aStudent('Nekesa Barasa');
  await payments.payByHand(PAYBILL, 180, number, PHONE);
  await payments.settle(server);
  await vi.waitFor(async () => {
    await server.runJobs();
    expect((await find(number))[0]?.status).toBe('wallet');
  }, PATIENCE);
  const { body } = await bursar.ask<{ sysid: string }[]>(getStatement, { admissionNumber: number });
  const sysid = body[0]?.sysid;
  await bursar.ask(proposeReversal, { sysid, reason: 'Wrong child' });
  expect(way((await find(number))[0])).toContain('reversal-proposed');
  await head.ask(rejectReversal, { sysid });
  expect(way((await find(number))[0])).not.toContain('reversal-proposed');
});

it('findPayment makes as many queries for one payment as for twenty', async () => {
  const [few, many] = [await aStudent('Naliaka Few'), await aStudent('Naliaka Many')];
  await payIn(few);
  for (let n = 0; n < 25; n++) await payIn(many);
  const asked = async (search: string) => {
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const found = await find(search);
    const { length } = sent.mock.calls;
    sent.mockRestore();
    return [found.length, length];
  };
  const [one, all] = [await asked(few), await asked(many)];
  expect([one[0], all[0]]).toEqual([1, 20]);
  expect(all[1]).toBe(one[1]);
  expect(one[1]).toBeGreaterThan(3);
});
