import { books } from '@mfuko/contract/books';
import { previewMpesaStatement, type StatementPreview } from '@mfuko/contract/mpesa-statements';
import { getPayment, reconcilePayments, registerPayments, requestPayment } from '@mfuko/contract/payments';
import { getSuspense } from '@mfuko/contract/suspense';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { verifyBooks } from '../books/index.ts';
import { askBalance } from '../books/provider.ts';
import { addStudent } from '../students/index.ts';

const PAYBILL = '600271';
let server: TestServer;
let payments: SimulatedPayments;
let admin: Person;

interface Sharer {
  readonly school: string;
  readonly bursar: Person;
  readonly classId: string;
}
let oldest: Sharer;
let younger: Sharer;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  admin = await server.aPerson('Admin');
  [oldest, younger] = [await aSharer(), await aSharer()];
  await collectsWith(admin, oldest.school, PAYBILL, 'MWN');
  await collectsWith(admin, younger.school, PAYBILL, 'SUN');
  // M-Pesa knows one address for a paybill.
  expect((await admin.ask(registerPayments, { schoolSYSID: oldest.school })).status).toBe(200);
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

async function aSharer(): Promise<Sharer> {
  const school = await server.aSchool();
  return { school, bursar: await server.aPerson('SchoolAdmin', school), classId: await server.aClass(school) };
}

/** Creates a student with the same number in each of the two schools. */
async function twins() {
  const admissionNumber = String(7000 + aNumber());
  const made = async ({ school, classId }: Sharer) => {
    const student = { id: newId(), admissionNumber, names: 'Imani Were', classId, pinHash: null };
    await server.context.db.inSchool(school, (tx) => addStudent(tx, student));
    return student.id;
  };
  return { admissionNumber, old: await made(oldest), young: await made(younger) };
}

/** Returns the KES in the two wallets. */
async function wallets({ old, young }: { old: string; young: string }) {
  const of = ({ school }: Sharer, id: string) =>
    server.context.db.readSchool(school, async (tx) => {
      const row = await tx.row<{ balance: bigint }>('SELECT balance FROM accounts WHERE school_id = $1 AND id = $2', [
        school,
        id,
      ]);
      return Number(row?.balance ?? 0n) / 100;
    });
  return [await of(oldest, old), await of(younger, young)];
}
const suspense = async ({ bursar }: Sharer) =>
  (await bursar.ask<{ account: string; amount: number }[]>(getSuspense, {})).body.map(({ account }) => account);

describe('shared paybill', () => {
  it('a payment credits the school whose prefix was typed', async () => {
    const child = await twins();
    const { admissionNumber: number } = child;
    await payments.payByHand(PAYBILL, 70, `sun ${number}`);
    await payments.payByHand(PAYBILL, 20, `Sun-${number}`);
    await payments.payByHand(PAYBILL, 5, `MWN${number}`);
    await payments.settle(server);
    expect(await wallets(child)).toEqual([5, 90]);
    expect((await suspense(oldest)).concat(await suspense(younger))).toEqual([]);
  });

  it("a payment without a school's prefix goes to suspense of the oldest school", async () => {
    const child = await twins();
    const { admissionNumber: number } = child;
    // Validation refuses both; a payment that bypasses validation is booked all the same.
    await payments.payByHand(PAYBILL, 30, number);
    await payments.settle(server);
    expect((await payments.truth()).transactions.find(({ account }) => account === number)?.state).not.toBe(
      'Completed',
    );
    payments.away(true);
    await payments.payByHand(PAYBILL, 30, number);
    await payments.payByHand(PAYBILL, 40, `SAN${number}`);
    await payments.payByHand(PAYBILL, 50, 'SUN999999');
    await payments.simulator.flush();
    payments.away(false);
    await oldest.bursar.ask(reconcilePayments);
    expect(await wallets(child)).toEqual([0, 0]);
    expect((await suspense(oldest)).toSorted()).toEqual([number, `SAN${number}`].toSorted());
    // A payment with the school's own prefix and an unknown number stays with that school.
    expect(await suspense(younger)).toEqual(['SUN999999']);
  });

  it('one school pulls for all, and a payment that two schools pull is credited once', async () => {
    const child = await twins();
    await payments.knobs({ dropPercent: 100 });
    await payments.payByHand(PAYBILL, 60, `SUN${child.admissionNumber}`);
    await payments.payByHand(PAYBILL, 8, `MWN${child.admissionNumber}`);
    await payments.simulator.flush();
    // The school that pulls is not told of another school's payment.
    expect((await oldest.bursar.ask(reconcilePayments)).body).toMatchObject({ credited: 1, parked: 0 });
    expect(await wallets(child)).toEqual([8, 60]);
    expect((await admin.ask(registerPayments, { schoolSYSID: younger.school })).status).toBe(200);
    await Promise.all([oldest.bursar.ask(reconcilePayments), younger.bursar.ask(reconcilePayments)]);
    expect(await wallets(child)).toEqual([8, 60]);
    await payments.knobs({ dropPercent: 0 });
    // M-Pesa now has the address of the younger school.
    await payments.payByHand(PAYBILL, 2, `MWN${child.admissionNumber}`);
    await payments.settle(server);
    expect(await wallets(child)).toEqual([10, 60]);
  });

  it("an STK push names the account with the school's prefix and credits once; a longer account is refused", async () => {
    const child = await twins();
    const mobileNumber = `25471${String(1_000_000 + aNumber())}`;
    const { admissionNumber } = child;
    const asked = await younger.bursar.ask<{ sysid: string }>(requestPayment, {
      admissionNumber,
      amount: 150,
      mobileNumber,
    });
    await payments.settle(server);
    const { pushes } = (await (await fetch(`${payments.simulator.url}/simulator/truth`)).json()) as {
      pushes: { checkoutRequestId: string; msisdn: string }[];
    };
    const push = pushes.find(({ msisdn }) => msisdn === mobileNumber);
    await payments.tell('/simulator/answer', {
      checkoutRequestId: push?.checkoutRequestId,
      action: 'pin',
      pin: '1234',
    });
    await payments.settle(server);
    await oldest.bursar.ask(reconcilePayments);
    expect((await younger.bursar.ask(getPayment, { sysid: asked.body.sysid })).body).toMatchObject({ status: 'paid' });
    expect(await wallets(child)).toEqual([0, 150]);
    const { transactions } = await payments.truth();
    expect(transactions.map(({ account }) => account)).toContain(`SUN${admissionNumber}`);
    // A request whose account is longer than M-Pesa accepts is refused.
    const long = {
      id: newId(),
      admissionNumber: '1234567890',
      names: 'Imani Were',
      classId: younger.classId,
      pinHash: null,
    };
    await server.context.db.inSchool(younger.school, (tx) => addStudent(tx, long));
    const refused = await younger.bursar.ask(requestPayment, {
      admissionNumber: '1234567890',
      amount: 10,
      mobileNumber: '254712000222',
    });
    expect([refused.status, refused.problem]).toEqual([422, 'payment.account-too-long']);
  });

  it("a statement preview hides the payers of the other school's payments", async () => {
    const child = await twins();
    payments.away(true);
    await payments.payByHand(PAYBILL, 61, `SUN${child.admissionNumber}`, '254733998877');
    await payments.payByHand(PAYBILL, 62, `MWN${child.admissionNumber}`, '254733998866');
    await payments.simulator.flush();
    payments.away(false);
    const file = await (await fetch(`${payments.simulator.url}/simulator/statement.csv?shortCode=${PAYBILL}`)).text();
    const read = async ({ bursar }: Sharer) => {
      const { body } = await bursar.ask<StatementPreview>(previewMpesaStatement, {
        Statement: { bytes: Buffer.from(file), filename: 'statement.csv', mimetype: 'text/csv' },
      });
      return body;
    };
    for (const [sharer, own, other] of [
      [oldest, 62, 61],
      [younger, 61, 62],
    ] as const) {
      const { rows, toAsk } = await read(sharer);
      expect(toAsk).toBe(1);
      expect(rows.find(({ amount }) => amount === own)).toMatchObject({
        kind: 'missing',
        admissionNumber: child.admissionNumber,
      });
      expect(rows.find(({ amount }) => amount === other)).toMatchObject({
        kind: 'other-school',
        account: '',
        payer: null,
        mobileNumber: null,
        admissionNumber: null,
      });
    }
  });

  it("each receipt is booked in one school, and M-Pesa's balance equals the books of both", async () => {
    await Promise.all([oldest.bursar.ask(reconcilePayments), younger.bursar.ask(reconcilePayments)]);
    const { transactions, shortCodes } = await payments.truth();
    const receipts = transactions.filter((each) => each.shortCode === PAYBILL && each.state === 'Completed');
    const booked = await Promise.all(
      [oldest, younger].map(({ school }) =>
        server.context.db.readSchool(school, (tx) =>
          tx.rows<{ receipt: string }>(
            `SELECT receipt FROM payments WHERE school_id = $1 AND state IN ('credited', 'parked')`,
            [school],
          ),
        ),
      ),
    );
    expect(
      booked
        .flat()
        .map(({ receipt }) => receipt)
        .toSorted(),
    ).toEqual(receipts.map(({ receipt }) => receipt).toSorted());
    for (const { school, bursar } of [oldest, younger]) {
      expect((await verifyBooks(server.context, school)).findings).toEqual([]);
      await askBalance(server.context, payments.gateway, school);
      await payments.settle(server);
      const { provider } = (await bursar.ask<{ provider: object }>(books)).body;
      expect(provider).toMatchObject({ difference: 0 });
    }
    expect(shortCodes.find(({ shortCode }) => shortCode === PAYBILL)?.utility).toBeGreaterThan(0);
  });
});
