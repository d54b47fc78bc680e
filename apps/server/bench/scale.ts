/**
 * `npm run bench:platform -- --schools 1000`: what a call and the work of the night cost where a school stands among many, as a ratio to the same
 * school alone. Two servers, each with a database of its own, are asked in turns. `--students`, `--passages` and `--cycles` (four movements each) say
 * how much each school has; `--data FOLDER` keeps the databases there and takes them up again. `--jobs no` leaves
 * the jobs out. Milliseconds of the processor are those of the server's main thread and its sessions of the database: in them the rest of the
 * machine's work shows least.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect, type WireClient } from '../../../e2e/client.ts';
import { ownerUrlOf, runServer } from '../../../e2e/server.ts';
import { AT_GATE, CALLS, JOBS, PIN, runJob, type Side } from './scale-calls.ts';
import { expectDone, type Round, report, reportCalls, roundOf, row, signIn } from './scale-rounds.ts';
import { fillBench, signInAdmin } from './school.ts';

const { values } = parseArgs({
  options: {
    schools: { type: 'string', default: '1000' },
    students: { type: 'string', default: '500' },
    passages: { type: 'string', default: '40' },
    cycles: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
    jobs: { type: 'string', default: 'yes' },
  },
});
const amounts = {
  students: Number(values.students),
  passages: [Number(values.passages), Number(values.passages)] as const,
  cycles: Number(values.cycles),
};
const ROUNDS = Number(values.rounds);
const OFFICE = Array.from({ length: ROUNDS + 1 }, (_, place) => `2547110000${String(10 + place)}`);

async function openSide(schools: number): Promise<Side> {
  const folder =
    values.data === undefined ? mkdtempSync(join(tmpdir(), 'mfuko-bench-')) : join(values.data, `${schools}`);
  const kept = existsSync(join(folder, 'postgres'));
  // Codes of an earlier run would be taken for those of this one.
  rmSync(join(folder, 'sms-outbox.ndjson'), { force: true });
  const server = await runServer(
    { LOG_LEVEL: 'error', DATABASE_CONNECTIONS: '20', LIST_ROWS_AN_HOUR: '1000000000' },
    folder,
  );
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

const sides = [await openSide(1), await openSide(Number(values.schools))] as const;
try {
  row(['a call', 'one school: p50 ms', `${values.schools} schools`, 'ratio', 'processor ms', 'processor ms', 'ratio']);
  row(Array.from({ length: 7 }, () => '---'));
  const signIns: Round[][] = [[], []];
  for (const phone of OFFICE.slice(1)) {
    for (const [place, side] of sides.entries()) signIns[place]?.push(await signIn(side, phone));
  }
  reportCalls('sign-in', signIns);
  for (const [name, ask] of CALLS) {
    const rounds: Round[][] = [[], []];
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [place, side] of sides.entries()) {
        const done = await roundOf(side, ask);
        // The first round is for caches.
        if (round > 0) rounds[place]?.push(done);
      }
    }
    reportCalls(name, rounds);
  }
  if (values.jobs === 'yes') {
    process.stdout.write('\n');
    row(['job, ms', 'one school', `${values.schools} schools`, 'ratio']);
    row(['---', '---', '---', '---']);
    // The first night closes the days of all that was there; those after it find only what has happened since.
    for (const turn of ['first', 'again']) {
      for (const kind of JOBS)
        report(`${kind}, ${turn}`, [await timeJob(sides[0], kind), await timeJob(sides[1], kind)]);
    }
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
