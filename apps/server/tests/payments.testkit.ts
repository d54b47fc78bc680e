import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { schoolConfig } from '@mfuko/contract/schools';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { startSimulator } from '../../simulators/src/mpesa/index.ts';
import { bookAnswers } from '../src/features/books/jobs.ts';
import { diagnosisAnswers, diagnosisJobs } from '../src/features/diagnosis/jobs.ts';
import { paymentJobs } from '../src/features/payments/jobs.ts';
import { darajaPayments, type PaymentsGateway } from '../src/gateways/payments/index.ts';
import type { Person, TestServer } from './kit.ts';

export interface SimulatedTruth {
  readonly shortCodes: { shortCode: string; utility: number }[];
  readonly pushes: { checkoutRequestId: string; code: number | null; receipt: string | null }[];
  readonly transactions: {
    receipt: string;
    shortCode: string;
    msisdn: string;
    amount: number;
    account: string;
    state: string;
  }[];
}

/** Removes the due jobs from the queue. */
const TAKE = `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
  WHERE t.id = j.task_id AND j.run_at <= now() AND t.identifier = ANY($1) RETURNING t.identifier AS kind, j.payload`;

/**
 * Opens a simulated provider in this process, on a clock that only the test moves, with an address at which it reaches a server without a
 * port. Pass `env` and `gateway` to openTestServer, then `connect` its app.
 */
export async function openSimulatedPayments(seed = 1, elsewhere: string | null = null) {
  let ahead = 0;
  let skewMs = 0;
  const clock = { now: () => Date.now() + ahead };
  const simulator = await startSimulator({ port: 0, clock, seed, validationMs: 2_000 });
  let app: FastifyInstance | undefined;
  let isAway = false;
  const callbackServer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const answer = isAway
      ? undefined
      : await app?.inject({
          method: 'POST',
          url: request.url ?? '/',
          headers: { 'content-type': 'application/json' },
          payload: Buffer.concat(chunks).toString(),
        });
    response.writeHead(answer?.statusCode ?? 503, { 'content-type': 'application/json' });
    response.end(answer?.body ?? '');
  });
  callbackServer.listen(0, '127.0.0.1');
  await once(callbackServer, 'listening');
  const gateway: PaymentsGateway = darajaPayments({
    baseUrl: simulator.url,
    elsewhere,
    clock: { now: () => clock.now() + skewMs },
    timeoutMs: 5_000,
  });
  const tell = async (path: string, body: object) => {
    const response = await fetch(simulator.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const owners = new Map<TestServer, pg.Client>();
  const ownerOf = async (server: TestServer) => {
    const known = owners.get(server);
    if (known) return known;
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    owners.set(server, owner);
    await owner.connect();
    return owner;
  };
  /** Runs the due payment jobs one after the other, bypassing the queue's runner; returns their number. */
  const jobsBy = async (server: TestServer, aside: readonly string[] = []) => {
    const owner = await ownerOf(server);
    const { context } = server;
    const jobs = {
      ...paymentJobs(context, gateway, { ...bookAnswers, ...diagnosisAnswers(context) }),
      ...diagnosisJobs(context, gateway),
    };
    const kinds = Object.keys(jobs).filter((kind) => !aside.includes(kind));
    return async () => {
      const { rows } = await owner.query<{ kind: string; payload: unknown }>(TAKE, [kinds]);
      for (const { kind, payload } of rows) await jobs[kind]?.(payload);
      return rows.length;
    };
  };
  return {
    simulator,
    gateway,
    clock,
    env: { PUBLIC_URL: `http://127.0.0.1:${(callbackServer.address() as AddressInfo).port}` },
    /** Sets the server's clock to the provider's. */
    connect(server: TestServer): void {
      app = server.app;
      Object.assign(server.context, { clock });
    },
    tell,
    /** True while the server is offline: no message of the provider arrives. */
    away(on: boolean): void {
      isAway = on;
    },
    /** Sets the machine's clock ahead of the provider's. */
    skew(ms: number): void {
      skewMs = ms;
    },
    knobs: (turned: object) => tell('/simulator/knobs', turned),
    /** A customer pays by hand. No message is delivered before `settle`. */
    payByHand: (shortCode: string, amount: number, account: string, msisdn = '254711223344') =>
      tell('/mpesa/c2b/v2/simulate', {
        ShortCode: Number(shortCode),
        CommandID: 'CustomerPayBillOnline',
        Amount: amount,
        Msisdn: Number(msisdn),
        BillRefNumber: account,
      }),
    async truth(): Promise<SimulatedTruth> {
      return (await (await fetch(`${simulator.url}/simulator/truth`)).json()) as SimulatedTruth;
    },
    /** Delivers and processes everything that is due on both sides, except the jobs `aside`, until nothing is left. */
    async settle(server: TestServer, aside?: readonly string[]): Promise<void> {
      const works = await jobsBy(server, aside);
      do await simulator.flush();
      while ((await works()) > 0);
    },
    /** Runs only the server's due jobs: the simulator's messages stay undelivered. */
    async work(server: TestServer, aside?: readonly string[]): Promise<void> {
      const works = await jobsBy(server, aside);
      while ((await works()) > 0);
    },
    /** Removes the waiting jobs of a kind from the queue and returns their payloads. */
    async takeJobs(server: TestServer, kind: string): Promise<unknown[]> {
      const { rows } = await (await ownerOf(server)).query<{ payload: unknown }>(TAKE, [[kind]]);
      return rows.map((row) => row.payload);
    },
    /** Advances the simulator's time, and makes every waiting job of the server due. */
    async later(server: TestServer, ms: number): Promise<void> {
      ahead += ms;
      await simulator.tick();
      await (await ownerOf(server)).query(
        'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()',
      );
    },
    async close() {
      for (const owner of owners.values()) await owner.end();
      await simulator.close();
      callbackServer.close();
      callbackServer.closeAllConnections();
    },
  };
}

export type SimulatedPayments = Awaited<ReturnType<typeof openSimulatedPayments>>;

/** Sets a school up to collect with this paybill. The simulator accepts any secrets, since it does not know the school. */
export async function collectsWith(
  admin: Person,
  schoolSYSID: string,
  shortCode: string,
  accountPrefix?: string,
): Promise<void> {
  const { status, body } = await admin.ask(schoolConfig, {
    schoolSYSID,
    contactName: 'Achieng Odhiambo',
    contactNumber: '254722000111',
    contactEmail: 'bursar@example.com',
    shortCode,
    lnmShortCode: shortCode,
    ...(accountPrefix === undefined ? {} : { accountPrefix }),
    initiator: 'schoolapi',
    apiUser: 'portal',
    consumerKey: `key-of-${shortCode}-0001`,
    consumerSecret: `secret-of-${shortCode}-0001`,
    securityCredential: 'credential-that-is-believed',
    lnmPassWord: `passkey-of-${shortCode}-0001`,
    apiPassword: 'Simba#2026-portal',
  });
  if (status !== 200) throw new Error(`schoolConfig answered ${status}: ${JSON.stringify(body)}`);
}
