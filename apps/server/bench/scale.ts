/**
 * `npm run bench:platform -- --schools 1000`: what a call and the work of the night cost where a school stands among many, as a ratio to the same
 * school alone. Two servers, each with a database of its own, are asked in turns. `--students`, `--passages` and `--cycles` (four movements each) say
 * how much each school has; `--data FOLDER` keeps the databases there and takes them up again.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seal } from '@mfuko/contract/seal';
import pg from 'pg';
import { type Answer, connect, type WireClient } from '../../../e2e/client.ts';
import { ownerUrlOf, runServer } from '../../../e2e/server.ts';
import { type Ask, AT_GATE, CALLS, JOBS, PIN, runJob, type Side } from './scale-calls.ts';
import { fillBench, signInAdmin } from './school.ts';

const { values } = parseArgs({
  options: {
    schools: { type: 'string', default: '1000' },
    students: { type: 'string', default: '500' },
    passages: { type: 'string', default: '40' },
    cycles: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
  },
});
const amounts = {
  students: Number(values.students),
  passages: [Number(values.passages), Number(values.passages)] as const,
  cycles: Number(values.cycles),
};
const ROUNDS = Number(values.rounds);
/** Calls of each kind and round. */
const EACH = 12;
const OFFICE = Array.from({ length: ROUNDS + 1 }, (_, place) => `2547110000${String(10 + place)}`);

async function openSide(schools: number): Promise<Side> {
  const folder =
    values.data === undefined ? mkdtempSync(join(tmpdir(), 'mfuko-bench-')) : join(values.data, `${schools}`);
  const kept = existsSync(join(folder, 'postgres'));
  // Codes of an earlier run would be taken for those of this one.
  rmSync(join(folder, 'sms-outbox.ndjson'), { force: true });
  const server = await runServer({ LOG_LEVEL: 'error', DATABASE_CONNECTIONS: '20' }, folder);
  const admin = await signInAdmin(server, kept);
  const school = kept ? await measuredSchool(admin) : await fillBench(server, admin, OFFICE, { ...amounts, schools });
  const bursar = await connect(server.url);
  await bursar.signIn(OFFICE[0] ?? '', () => server.codeFor(OFFICE[0] ?? ''));
  for (let n = 0; n < AT_GATE && !kept; n++) {
    const student = await bursar.call('student/getStudent', { admissionNumber: String(1001 + n) }, 'GET');
    expectDone(await bursar.call('student/updateStudent', { sysid: student.body.sysid, checkPin: PIN }));
  }
  admin.actOn(school);
  return { server, admin, bursar };
}

async function measuredSchool(admin: WireClient): Promise<string> {
  const found = await admin.call('school/getSchools', { search: 'B1', withLogo: 'false' }, 'GET');
  return String(found.body[0]?.sysid);
}

function expectDone(answer: Answer): void {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`);
}

/** Milliseconds of each of a round's calls. */
async function timesOf(side: Side, ask: Ask): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < EACH; turn++) {
    const start = performance.now();
    expectDone(await ask(side, turn));
    times.push(performance.now() - start);
  }
  return times;
}

/** Milliseconds of the two calls of a sign-in, without the wait for the message. */
async function signIn({ server }: Side, phone: string): Promise<number> {
  const config = (await (await fetch(`${server.url}/api/auth/config`)).json()) as {
    wireKey: string;
    wireKeyId: number;
  };
  const wire = { key: config.wireKey, id: config.wireKeyId };
  const client = await connect(server.url);
  const start = performance.now();
  const asked = await client.call('auth/token', { userName: seal(wire, 'userName', phone), password: 'placeholder' });
  const first = performance.now() - start;
  const otp = await server.codeFor(phone);
  const again = performance.now();
  expectDone(await client.call('auth/validateOTP', { otp, profileSYSID: asked.body.profileSYSID }));
  return first + performance.now() - again;
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0;
}

const row = (cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

const sides = [await openSide(1), await openSide(Number(values.schools))] as const;
try {
  row(['p50 ms', 'one school', `${values.schools} schools`, 'ratio']);
  row(['---', '---', '---', '---']);
  const signIns: number[][] = [[], []];
  for (const phone of OFFICE.slice(1))
    for (const [place, side] of sides.entries()) signIns[place]?.push(await signIn(side, phone));
  report('sign-in', signIns);
  for (const [name, ask] of CALLS) {
    const times: number[][] = [[], []];
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [place, side] of sides.entries()) {
        const each = await timesOf(side, ask);
        // The first round is for caches.
        if (round > 0) times[place]?.push(...each);
      }
    }
    report(name, times);
  }
  process.stdout.write('\n');
  row(['job, ms', 'one school', `${values.schools} schools`, 'ratio']);
  row(['---', '---', '---', '---']);
  // The first night closes the days of all that was there; those after it find only what has happened since.
  for (const turn of ['first', 'again']) {
    for (const kind of JOBS) report(`${kind}, ${turn}`, [await timeJob(sides[0], kind), await timeJob(sides[1], kind)]);
  }
} finally {
  for (const { server } of sides) await (values.data === undefined ? server.stop() : server.end('SIGTERM'));
}
process.exit(0);

async function timeJob({ server }: Side, kind: string): Promise<number[]> {
  const owner = new pg.Client({ connectionString: ownerUrlOf(server) });
  await owner.connect();
  return [await runJob(owner, kind).finally(() => owner.end())];
}

function report(name: string, [one = [], many = []]: readonly (readonly number[])[]): void {
  row([name, middle(one).toFixed(1), middle(many).toFixed(1), (middle(many) / middle(one)).toFixed(2)]);
}
