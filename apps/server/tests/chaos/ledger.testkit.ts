import { setTimeout as sleep } from 'node:timers/promises';
import * as canteen from '@mfuko/contract/canteen';
import type { Endpoint } from '@mfuko/contract/endpoint';
import * as collect from '@mfuko/contract/payments';
import * as suspense from '@mfuko/contract/suspense';
import * as wallet from '@mfuko/contract/wallet';
import pg from 'pg';
import { makeApp } from '../../src/app.ts';
import { addStudent, hashPin } from '../../src/features/students/index.ts';
import { noDailyImage } from '../../src/gateways/dailyimage/port.ts';
import { newId } from '../../src/platform/records/id.ts';
import { aNumber, clientHeaders, OFFLINE_KEY, openTestServer, type Person } from '../kit.ts';
import { collectsWith, openSimulatedPayments } from '../payments.testkit.ts';

const PAYBILL = '600400';
const PIN = '274951';
const PLATE = 35;
const FEE_OF_CASH_OUT = 150;
const NOBODYS = '99999';

export type Ledger = Awaited<ReturnType<typeof openLedger>>;

/** The real server with real books, which can be restarted, and the provider simulated on a clock that the test controls. */
export async function openLedger() {
  const payments = await openSimulatedPayments();
  const server = await openTestServer(payments.env, { payments: payments.gateway });
  const parts = { dailyImage: noDailyImage, offlineKey: OFFLINE_KEY, payments: payments.gateway };
  let { app } = server;
  payments.connect({ ...server, app });
  const admin = await server.aPerson('Admin');
  const school = await server.aSchool();
  const [bursar, deputy, head] = [
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('SchoolAdmin', school),
  ];
  const classId = await server.aClass(school);
  await collectsWith(admin, school, PAYBILL);
  const registered = await admin.ask(collect.registerPayments, { schoolSYSID: school });
  if (registered.status !== 200) throw new Error(`registering was answered ${JSON.stringify(registered.body)}`);
  const plate = await bursar.ask<{ sysid: string }>(canteen.createMenu, {
    name: 'Ugali',
    quantityPerPerson: 100,
    price: PLATE,
  });
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  await owner.query(`INSERT INTO fee_rules (school_id, kind, fixed) VALUES ($1, 'cash-out', $2)`, [
    school,
    FEE_OF_CASH_OUT,
  ]);
  let students: { id: string; admissionNumber: string }[] = [];
  let since = '';

  /** A call of a person at the desk, to the current server. */
  const ask = async (person: Person, endpoint: Endpoint, input: object) => {
    const key = newId();
    for (let tries = 0; ; tries++) {
      const response = await app.inject({
        url: `/api/${endpoint.path}`,
        ...(endpoint.kind === 'record'
          ? { method: 'POST' as const, payload: input }
          : { query: input as Record<string, string> }),
        headers: { ...clientHeaders(server.context, person.token), 'idempotency-key': key },
      });
      const body = JSON.parse(response.body) as Record<string, unknown> & { receipt?: { sysid: string } };
      const problem = response.statusCode === 200 ? undefined : String(body.problem);
      // A loaded machine refuses requests as busy; the client retries under the same key.
      if (problem !== 'server.busy' || tries > 50)
        return { problem, sysid: String(body.receipt?.sysid ?? body.sysid), body };
      await sleep(50);
    }
  };
  const numberOf = (student: number) => students[student]?.admissionNumber ?? '';
  const one = async (text: string, values: readonly unknown[] = []) =>
    ((await owner.query(text, [...values])).rows[0] ?? {}) as Record<string, unknown>;
  const moment = async () => String((await one('SELECT clock_timestamp()::text AS at')).at);

  return {
    plate: PLATE,
    feeOfCashOut: FEE_OF_CASH_OUT,
    async newStudents(count: number) {
      const made = Array.from({ length: count }, () => ({ id: newId(), admissionNumber: String(8000 + aNumber()) }));
      for (const { id, admissionNumber } of made) {
        const pinHash = await hashPin(server.context, school, id, PIN);
        await server.context.db.inSchool(school, (tx) =>
          addStudent(tx, { id, admissionNumber, names: 'Imani Were', classId, pinHash }),
        );
      }
      students = made;
      since = await moment();
    },
    deposit: async (student: number, amount: number) =>
      (await ask(bursar, wallet.deposit, { admissionNumber: numberOf(student), amount })).sysid,
    cashOut: (student: number, amount: number) =>
      ask(bursar, wallet.cashOutPin, {
        admissionNumber: numberOf(student),
        amount,
        pin: PIN,
        userName: bursar.phone,
      }),
    serve: (student: number) =>
      ask(bursar, canteen.consumeMenuPin, {
        admissionNumber: numberOf(student),
        menuItemSYSID: plate.body.sysid,
        pin: PIN,
      }),
    /** Reversals of M-Pesa payments need a proposal by another person first. */
    async reverse(sysid: string) {
      const answer = await ask(deputy, wallet.reverse, { sysid, reason: 'Wrong' });
      if (answer.problem !== 'wallet.not-proposed') return answer;
      await ask(bursar, wallet.proposeReversal, { sysid, reason: 'Wrong' });
      return ask(deputy, wallet.reverse, { sysid, reason: 'Wrong' });
    },
    /** A guardian pays, by hand or by STK push. `lost`: no message of the provider arrives. */
    async payIn(payment: { who: number | null; amount: number; pushed: boolean; lost: boolean }) {
      const phone = `25472${String(1_000_000 + aNumber())}`;
      const account = payment.who === null ? NOBODYS : numberOf(payment.who);
      since = await moment();
      if (payment.pushed) {
        await payments.tell('/simulator/subscribers', { msisdn: phone, habit: 'pay' });
        const input = { admissionNumber: account, amount: payment.amount, mobileNumber: phone };
        const asked = await ask(bursar, collect.requestPayment, input);
        if (asked.problem) throw new Error(`asking for a payment was refused: ${asked.problem}`);
        await payments.knobs({ dropPercent: payment.lost ? 100 : 0 });
        await payments.work(server);
      } else {
        await payments.knobs({ dropPercent: payment.lost ? 100 : 0 });
        // An unknown number passes if the server does not answer the validation in time.
        if (payment.who === null) payments.connect({ ...server, app: nobody() });
        await payments.payByHand(PAYBILL, payment.amount, account, phone);
      }
      await payments.simulator.tick();
      payments.connect({ ...server, app });
      await payments.simulator.flush();
      await payments.knobs({ dropPercent: 0 });
      if (payment.lost) await owner.query('DELETE FROM graphile_worker._private_jobs');
      else await payments.settle(server);
    },
    async reconcile() {
      since = await moment();
      const done = await ask(bursar, collect.reconcilePayments, {});
      if (done.problem) throw new Error(`the reconciliation was refused: ${done.problem}`);
    },
    /** Payments that were booked since the last of these steps began. */
    async arrived(most: number) {
      const { rows } = await owner.query<{ kind: string; student: string; cents: string; sysid: string; item: string }>(
        `SELECT m.kind, m.student_id AS student, m.amount::text AS cents, m.id AS sysid, i.id AS item FROM journal_entries m
         LEFT JOIN suspense_items i ON i.school_id = m.school_id AND i.entry_id = m.id
         WHERE m.kind IN ('collection', 'unclaimed') AND m.at > $1::timestamptz ORDER BY m.at LIMIT $2`,
        [since, most + 1],
      );
      return rows.map(({ kind, student, cents, sysid, item }) => ({
        student: kind === 'unclaimed' ? null : students.findIndex(({ id }) => id === student),
        cents: Number(cents),
        sysid: kind === 'unclaimed' ? item : sysid,
      }));
    },
    newestParked: async () => String((await one('SELECT id FROM suspense_items ORDER BY parked_at DESC LIMIT 1')).id),
    /** One person proposes, another approves; returns the receipt. */
    async settle(sysid: string, student: number) {
      const proposed = await ask(bursar, suspense.proposeSettlement, { sysid, admissionNumber: numberOf(student) });
      if (proposed.problem) throw new Error(`proposing was refused: ${proposed.problem}`);
      expectProblem((await ask(bursar, suspense.approveSettlement, { sysid })).problem, 'wallet.same-person');
      expectProblem((await ask(head, suspense.approveSettlement, { sysid })).problem, undefined);
      expectProblem((await ask(head, suspense.approveSettlement, { sysid })).problem, 'suspense.wrong-state');
      const { entry_id: entry } = await one(
        `SELECT entry_id FROM suspense_proposals WHERE item_id = $1 AND decision = 'approved'`,
        [sysid],
      );
      return String(entry);
    },
    async restart() {
      const old = app;
      ({ app } = await makeApp(server.context, parts));
      server.watchRequests(app);
      payments.connect({ ...server, app });
      if (old !== server.app) await old.close();
    },
    /** Gains of each wallet, oldest first, as the server returns them; also checks the balance of each row and of the wallet. */
    async statements(): Promise<number[][]> {
      return Promise.all(
        students.map(async ({ admissionNumber }) => {
          const told = await ask(bursar, wallet.getStatement, { admissionNumber });
          if (told.problem) throw new Error(`the statement was refused: ${told.problem}`);
          const rows = (told.body as unknown as { amount: number; balance: number }[]).toReversed();
          let sum = 0;
          const changes = rows.map(({ amount, balance }) => {
            sum += Math.round(amount * 100);
            if (sum !== Math.round(balance * 100) || sum < 0)
              throw new Error(`${balance} in a row that adds up to ${sum}`);
            return Math.round(amount * 100);
          });
          const shown = await ask(bursar, wallet.getWallet, { admissionNumber });
          if (Math.round(Number(shown.body.balance) * 100) !== sum)
            throw new Error(`the wallet shows ${String(shown.body.balance)}, its statement ${sum} cents`);
          return changes;
        }),
      );
    },
    /** Inconsistent sums in the whole school; and the books' balance at the provider, in KES. */
    async sums() {
      const row = await one(
        `SELECT (SELECT COALESCE(sum(amount), 0) FROM postings)::int AS legs,
                (SELECT count(*) FROM accounts WHERE balance < 0)::int AS debts,
                (SELECT count(*) FROM accounts a WHERE kind = 'wallet' AND balance <>
                   (SELECT COALESCE(sum(amount), 0) FROM postings p WHERE p.account_id = a.id))::int AS differ,
                (SELECT COALESCE(-sum(p.amount), 0) FROM postings p JOIN accounts a ON a.id = p.account_id
                 WHERE a.kind = 'm-pesa')::int / 100 AS mpesa`,
      );
      return row as { legs: number; debts: number; differ: number; mpesa: number };
    },
    async atProvider(): Promise<number> {
      const { shortCodes } = await payments.truth();
      return shortCodes.find(({ shortCode }) => shortCode === PAYBILL)?.utility ?? 0;
    },
    async close() {
      if (app !== server.app) await app.close();
      await owner.end();
      await payments.close();
      await server.close();
    },
  };
}

/** A server that is down. */
function nobody() {
  return { inject: async () => ({ statusCode: 503, body: '' }) } as never;
}

function expectProblem(problem: string | undefined, expected: string | undefined): void {
  if (problem !== expected) throw new Error(`answered ${problem ?? 'well'}, not ${expected ?? 'well'}`);
}
