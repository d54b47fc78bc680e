import { reconcilePayments, registerPayments, requestPayment } from '@mfuko/contract/payments';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { seededChances } from '../../../simulators/src/simulation/index.ts';
import { makeApp } from '../../src/app.ts';
import { RECONCILE } from '../../src/features/payments/jobs.ts';
import { addStudent } from '../../src/features/students/index.ts';
import { noDailyImage } from '../../src/gateways/dailyimage/port.ts';
import { newId } from '../../src/platform/records/id.ts';
import { clientHeaders, OFFLINE_KEY, openTestServer } from '../kit.ts';
import { collectsWith, openSimulatedPayments } from '../payments.testkit.ts';

const PAYBILL = '600300';
const STUDENTS = 40;
/** Jobs that do not run by themselves: lost payments are left to the single reconciliation at the end. */
const LEFT = [RECONCILE];
/** A server that is down. */
const nobody = { inject: async () => ({ statusCode: 503, body: '' }) } as unknown as FastifyInstance;

export interface Compared {
  /** Payments that the provider completed, and those among them for an unknown account. */
  readonly completed: number;
  readonly mistyped: number;
  readonly walletsThatDiffer: readonly string[];
  /** Payments that were reported but not booked exactly once. */
  readonly receiptsThatDiffer: readonly string[];
  readonly suspenseThatDiffers: readonly string[];
  /** Difference in KES between the books and the provider's account. */
  readonly mpesaDiffersBy: number;
}

export type Collection = Awaited<ReturnType<typeof openCollection>>;

/** Opens a school that collects by M-Pesa, and a server that can be restarted on the same books. */
export async function openCollection(seed: number) {
  const payments = await openSimulatedPayments(seed);
  const server = await openTestServer(payments.env, { payments: payments.gateway });
  const parts = { dailyImage: noDailyImage, offlineKey: OFFLINE_KEY, payments: payments.gateway };
  let { app } = server;
  payments.connect({ ...server, app });
  const admin = await server.aPerson('Admin');
  const school = await server.aSchool();
  const bursar = await server.aPerson('SchoolAdmin', school);
  const classId = await server.aClass(school);
  await collectsWith(admin, school, PAYBILL);
  const registered = await admin.ask(registerPayments, { schoolSYSID: school });
  if (registered.status !== 200) throw new Error(`registering was answered ${JSON.stringify(registered.body)}`);
  const students = Array.from({ length: STUDENTS }, (_, place) => ({
    id: newId(),
    admissionNumber: String(7001 + place),
  }));
  await server.context.db.inSchool(school, async (tx) => {
    for (const student of students) await addStudent(tx, { ...student, names: 'Imani Were', classId, pinHash: null });
  });
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  const chances = seededChances(seed * 7 + 1);
  const phone = (place: number) => `2547${String(10_000_000 + place)}`;
  const oneOf = <T>(from: readonly T[]): T => from[chances.between(0, from.length - 1)] as T;

  /** A call of the bursar, to the current server. */
  const ask = (path: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: `/api/${path}`,
      payload,
      headers: { ...clientHeaders(server.context, bursar.token), 'idempotency-key': newId() },
    });

  const restart = async () => {
    const old = app;
    ({ app } = await makeApp(server.context, parts));
    server.watchRequests(app);
    payments.connect({ ...server, app });
    if (old !== server.app) await old.close();
  };

  const payOne = async (place: number) => {
    const amount = chances.between(1, 900);
    const { admissionNumber } = oneOf(students);
    if (chances.happens(35)) {
      const habit = chances.happens(85) ? 'pay' : oneOf(['cancel', 'ignore', 'wrong-pin']);
      await payments.tell('/simulator/subscribers', { msisdn: phone(place), habit });
      await ask(requestPayment.path, { admissionNumber, amount, mobileNumber: phone(place) });
      return;
    }
    const account = chances.happens(20) ? String(90_000 + chances.between(1, 9_999)) : admissionNumber;
    // People type spaces.
    const typed = chances.happens(10) ? ` ${account} ` : account;
    await payments.payByHand(PAYBILL, amount, typed, phone(place));
  };

  return {
    knobs: payments.knobs,
    /**
     * Makes that many payments, by hand and by STK push. During a part of them the server is down, so that wrong accounts pass the
     * validation.
     */
    async pay(count: number, { restarts }: { restarts: number }) {
      const burst = Math.max(1, Math.min(100, Math.floor(count / (2 * restarts))));
      const every = Math.max(1, Math.floor(count / burst / restarts));
      for (let done = 0, bursts = 0; done < count; bursts++) {
        for (const end = Math.min(count, done + burst); done < end; done++) await payOne(done);
        if (bursts % 2 === 0) payments.connect({ ...server, app: nobody });
        await payments.simulator.tick();
        payments.connect({ ...server, app });
        await payments.work(server, LEFT);
        if (bursts % every !== every - 1) continue;
        // Time passes, so that late messages arrive and failed requests are retried; then the server is restarted.
        await payments.later(server, chances.between(20_000, 90_000));
        await payments.work(server, LEFT);
        await restart();
      }
      await payments.later(server, 120_000);
      await payments.settle(server, LEFT);
    },
    /** Runs all pending work until none is left. */
    async workOnTheRest(): Promise<void> {
      await payments.later(server, 120_000);
      await payments.settle(server);
    },
    async reconcile() {
      const { body, statusCode } = await ask(reconcilePayments.path, {});
      const done = JSON.parse(body) as { pulled: number; credited: number; parked: number; differences: number };
      if (statusCode !== 200) throw new Error(`the reconciliation was answered ${statusCode}: ${body}`);
      return { pulled: done.pulled, credited: done.credited, parked: done.parked, differences: done.differences };
    },
    async compare(): Promise<Compared> {
      const truth = await payments.truth();
      const completed = truth.transactions.filter((each) => each.shortCode === PAYBILL && each.state === 'Completed');
      const known = new Map(students.map((student) => [student.admissionNumber, 0]));
      const lost = new Set<string>();
      for (const { receipt, account, amount } of completed) {
        const number = account.trim();
        if (known.has(number)) known.set(number, (known.get(number) ?? 0) + amount);
        else lost.add(receipt);
      }
      const { rows: wallets } = await owner.query<{ number: string; cents: string }>(
        `SELECT s.admission_number AS number, COALESCE(a.balance, 0)::text AS cents FROM students s
         LEFT JOIN accounts a ON a.school_id = s.school_id AND a.id = s.id WHERE s.school_id = $1`,
        [school],
      );
      const { rows: booked } = await owner.query<{ receipt: string; state: string; movements: string }>(
        `SELECT p.receipt, p.state, (SELECT count(*) FROM journal_entries m WHERE m.school_id = p.school_id AND m.reference = p.receipt
           AND m.kind IN ('collection', 'unclaimed'))::text AS movements FROM payments p WHERE p.school_id = $1`,
        [school],
      );
      const { rows: parked } = await owner.query<{ receipt: string }>(
        'SELECT receipt FROM suspense_items WHERE school_id = $1',
        [school],
      );
      const { rows: sums } = await owner.query<{ cents: string }>(
        `SELECT COALESCE(-sum(p.amount), 0)::text AS cents FROM postings p JOIN accounts a ON a.school_id = p.school_id
         AND a.id = p.account_id WHERE p.school_id = $1 AND a.kind = 'm-pesa'`,
        [school],
      );
      const receipts = new Map(booked.map((row) => [row.receipt, row]));
      const paid = new Set(completed.map((each) => each.receipt));
      const parkedThere = parked.map((row) => row.receipt);
      return {
        completed: completed.length,
        mistyped: lost.size,
        walletsThatDiffer: wallets.flatMap(({ number, cents }) =>
          Number(cents) === (known.get(number) ?? 0) * 100 ? [] : [`${number}: ${cents} of ${known.get(number)}00`],
        ),
        receiptsThatDiffer: [
          ...completed.flatMap(({ receipt }) => {
            const row = receipts.get(receipt);
            const settled = row?.state === (lost.has(receipt) ? 'parked' : 'credited');
            return settled && row?.movements === '1'
              ? []
              : [`${receipt}: ${row?.state ?? 'missing'} ${row?.movements ?? ''}`];
          }),
          ...booked.flatMap(({ receipt }) => (paid.has(receipt) ? [] : [`${receipt}: made up`])),
        ],
        suspenseThatDiffers: [
          ...[...lost].filter((receipt) => !parkedThere.includes(receipt)),
          ...parkedThere.filter((receipt, place) => !lost.has(receipt) || parkedThere.indexOf(receipt) !== place),
        ],
        mpesaDiffersBy: Number(sums[0]?.cents ?? 0) / 100 - completed.reduce((total, { amount }) => total + amount, 0),
      };
    },
    async close() {
      if (app !== server.app) await app.close();
      await owner.end();
      await payments.close();
      await server.close();
    },
  };
}
