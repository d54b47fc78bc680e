/**
 * `npm run bench:deposits`: deposits a second over HTTP, by one client and by sixteen at once, beside the same rows
 * written by prepared statements straight into the same PostgreSQL, which flushes as it does for a school. Everything
 * between the two figures is ours: session, school, input, idempotency key, audit. Rounds alternate, so that a busy
 * machine is slow for both; the best round counts.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { seal } from '@mfuko/contract/seal';
import { encodePng } from '@mfuko/fingerprint/png';
import pg from 'pg';
import { connect } from '../../../e2e/client.ts';
import { startServer } from '../../../e2e/server.ts';
import { newId } from '../src/platform/id.ts';
import { APP_ROLE } from '../src/platform/migrate.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/start.ts';

const CLIENTS = 16;
const ROUNDS = 3;
const SECONDS = 4;
const PHONE = '254711000001';

type Deposit = () => Promise<void>;
const opened: pg.Client[] = [];

async function openClient(appUrl: string, school: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  await client.query(`SET app.school_id = '${school}'`);
  opened.push(client);
  return client;
}

/** One deposit after the other by each client at once, for some seconds. */
async function measure(clients: readonly Deposit[]): Promise<{ rate: number; p50: number; p95: number }> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + SECONDS * 1000;
  await Promise.all(
    clients.map(async (deposit) => {
      for (let now = performance.now(); now < end; ) {
        await deposit();
        const then = performance.now();
        times.push(then - now);
        now = then;
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { rate: times.length / seconds, p50: at(0.5), p95: at(0.95) };
}

/** A cash desk: one kept-alive connection, a key of its own for each deposit. */
function overHttp(url: string, headers: Record<string, string>, admissionNumber: string): Deposit {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = JSON.stringify({ admissionNumber, amount: 1, reference: 'bench' });
  return () =>
    new Promise((resolve, reject) => {
      const asked = request(
        `${url}/api/wallet/deposit`,
        {
          agent,
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body), 'idempotency-key': randomUUID() },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () =>
            answer.statusCode === 200 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
}

/** What a deposit comes down to: lock, check, six rows and a balance, in one transaction, nothing around it. */
const STATEMENTS = {
  lock: 'SELECT balance, newest_position FROM accounts WHERE school_id = $1 AND id = $2 FOR UPDATE',
  balance: 'UPDATE accounts SET balance = $3, newest_position = $4 WHERE school_id = $1 AND id = $2',
  movement: `INSERT INTO movements (school_id, id, kind, student_id, amount, fee, reference, by_user)
             VALUES ($1, $2, 'deposit', $3, 100, 0, 'bench', $4)`,
  postings: `INSERT INTO postings (school_id, movement_id, leg, account_id, amount, at, position, balance_after)
             VALUES ($1, $2, 1, $3, 100, now(), $4, $5), ($1, $2, 2, $6, -100, now(), NULL, NULL)`,
  receipt: 'INSERT INTO receipts (school_id, movement_id, token) VALUES ($1, $2, $3)',
} as const;

async function inSql(appUrl: string, school: string, student: string, deskId: string): Promise<Deposit> {
  const client = await openClient(appUrl, school);
  const run = (name: keyof typeof STATEMENTS, values: unknown[]) =>
    client.query({ name, text: STATEMENTS[name], values });
  return async () => {
    const id = newId();
    await client.query(`BEGIN; SET LOCAL app.school_id = '${school}'`);
    const [wallet] = (await run('lock', [school, student])).rows as [{ balance: string; newest_position: string }];
    const balance = BigInt(wallet.balance) + 100n;
    const position = BigInt(wallet.newest_position) + 1n;
    await run('balance', [school, student, balance, position]);
    await run('movement', [school, id, student, newId()]);
    await run('postings', [school, id, student, position, balance, deskId]);
    await run('receipt', [school, id, randomBytes(10).toString('hex')]);
    await client.query('COMMIT');
  };
}

/** The same rows by the server's one function, by the same driver: what a round trip saved is worth. */
async function byFunction(appUrl: string, school: string, student: string): Promise<Deposit> {
  const client = await openClient(appUrl, school);
  const text = `SELECT * FROM move_pocket_money($1, $2, 'deposit', $3, 1, 100, 'cash-desk', $4, NULL, 'bench', NULL, $5, NULL, NULL, false)`;
  return async () => {
    await client.query(`BEGIN; SET LOCAL app.school_id = '${school}'`);
    await client.query({
      name: 'move',
      text,
      values: [school, newId(), student, newId(), randomBytes(10).toString('hex')],
    });
    await client.query('COMMIT');
  };
}

const server = await startServer({ LOG_LEVEL: 'error', DATABASE_CONNECTIONS: '20' });
const postgres = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => undefined });
try {
  await server.createAdmin(PHONE);
  const admin = await connect(server.url);
  await admin.signIn(PHONE, () => server.codeFor(PHONE));
  const counties = await admin.call('school/getCounties', {}, 'GET');
  const form = new FormData();
  const fields = {
    CountySYSID: counties.body[0]?.sysid,
    SchoolCode: 'B1',
    OfficialName: 'Bench',
    ShortName: 'Bench',
    Pobox: '1',
    Town: 'Kisumu',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const png = encodePng({ width: 8, height: 8, dpi: 500, pixels: new Uint8Array(64) });
  form.set('Logo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'logo.png');
  const school = String((await admin.call('school/createSchool', form)).body.sysid);
  admin.actOn(school);
  const { sysid: classSYSID } = (await admin.call('school/createClass', { className: 'Bench' })).body;

  const config = (await (await fetch(`${server.url}/api/auth/config`)).json()) as {
    wireKey: string;
    wireKeyId: number;
  };
  const wire = { key: config.wireKey, id: config.wireKeyId };
  const headers = {
    'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'bench', n: randomUUID(), ts: Date.now() })),
    opToken: seal(wire, 'opToken', admin.token()),
    school,
    'content-type': 'application/json',
  };
  const app = new URL(postgres.ownerUrl);
  app.username = APP_ROLE;
  app.password = readFileSync(join(server.dataDir, 'keys', 'database-app.key'), 'utf8').trim();

  const http: Deposit[] = [];
  const bare: Deposit[] = [];
  const called: Deposit[] = [];
  const look = await openClient(app.href, school);
  for (let place = 0; place < CLIENTS; place++) {
    const admissionNumber = String(5001 + place);
    const student = (await admin.call('student/createStudent', { admissionNumber, names: 'Amina Juma', classSYSID }))
      .body;
    const deposit = overHttp(server.url, headers, admissionNumber);
    await deposit();
    const desk = await look.query(`SELECT id FROM accounts WHERE kind = 'cash-desk'`);
    http.push(deposit);
    bare.push(await inSql(app.href, school, String(student.sysid), String(desk.rows[0].id)));
    called.push(await byFunction(app.href, school, String(student.sysid)));
  }

  process.stdout.write(
    '| clients | over HTTP | p50 ms | p95 ms | one function | bare statements | HTTP : bare |\n|---|---|---|---|---|---|---|\n',
  );
  for (const clients of [1, CLIENTS]) {
    let best = { rate: 0, p50: 0, p95: 0 };
    let bestCalled = 0;
    let bestBare = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const served = await measure(http.slice(0, clients));
      if (served.rate > best.rate) best = served;
      bestCalled = Math.max(bestCalled, (await measure(called.slice(0, clients))).rate);
      bestBare = Math.max(bestBare, (await measure(bare.slice(0, clients))).rate);
    }
    const figures = [best.rate, best.p50, best.p95, bestCalled, bestBare].map((figure, place) =>
      figure.toFixed(place === 1 || place === 2 ? 1 : 0),
    );
    process.stdout.write(`| ${clients} | ${figures.join(' | ')} | ${(best.rate / bestBare).toFixed(2)} |\n`);
  }
} finally {
  await Promise.all(opened.map((client) => client.end()));
  await postgres.stop();
  await server.stop();
}
process.exit(0);
