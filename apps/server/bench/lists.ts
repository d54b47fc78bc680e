/**
 * `npm run bench:lists`: how long the lists, details and figures of a school of 2,000 take on a platform of 100,000 students,
 * over HTTP, by one client and by sixteen at once. `-- --data FOLDER` keeps the filled database there and takes it up again.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seal } from '@mfuko/contract/seal';
import { connect, type WireClient } from '../../../e2e/client.ts';
import { type RunningServer, runServer } from '../../../e2e/server.ts';
import { fillBench, signInAdmin } from './school.ts';

const BURSAR = '254711000002';
const CLIENTS = 16;

/** Questions: what is asked, as the console asks it. */
const QUESTIONS: readonly (readonly [name: string, path: string, query: Record<string, string>])[] = [
  ['list, page of 10', 'student/getStudents', { page: '1', pageSize: '10' }],
  ['list, page of 100', 'student/getStudents', { page: '1', pageSize: '100' }],
  ['list, page of 1,000', 'student/getStudents', { page: '1', pageSize: '1000' }],
  ['list, page of 100 by names, the last', 'student/getStudents', { page: '20', pageSize: '100', sort: 'names' }],
  ['search in the list', 'student/getStudents', { page: '1', pageSize: '10', search: 'wanjiku' }],
  ['search of the header, misspelt', 'POST search/find', { text: 'wanjko' }],
  ['details of a student', 'student/getStudent', { sysid: 'STUDENT' }],
  ['history of a record', 'reports/getHistory', { kind: 'student', sysid: 'STUDENT', page: '1', pageSize: '10' }],
  ['dashboard', 'school/dashboard', {}],
  ['balances, page of 100', 'wallet/getBalances', { page: '1', pageSize: '100' }],
  ['statement', 'wallet/getStatement', { admissionNumber: '1500', page: '1', pageSize: '20' }],
  ['364,000 checks, page of 100', 'reports/checks', { page: '1', pageSize: '100' }],
  ['export, all 2,000 students', 'student/getStudents', { page: '1', pageSize: '10000' }],
];

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const kept = values.data !== undefined && existsSync(join(values.data, 'postgres'));
// Codes of an earlier run would be taken for those of this one.
if (values.data !== undefined) rmSync(join(values.data, 'sms-outbox.ndjson'), { force: true });
const server = await runServer(
  { LOG_LEVEL: 'error', DATABASE_CONNECTIONS: '20', LIST_ROWS_AN_HOUR: '1000000000' },
  values.data ?? mkdtempSync(join(tmpdir(), 'mfuko-bench-')),
);
try {
  const admin = await signInAdmin(server, kept);
  const school = kept
    ? await firstSchool(admin)
    : await fillBench(server, admin, [BURSAR], { schools: 50, students: 2_000, passages: [182, 4] });
  admin.actOn(school);
  const bursar = await connect(server.url);
  await bursar.signIn(BURSAR, () => server.codeFor(BURSAR));
  await measureServer(server, bursar);
} finally {
  if (values.data === undefined) await server.stop();
  else await server.end('SIGTERM');
}
process.exit(0);

async function firstSchool(admin: WireClient): Promise<string> {
  const found = await admin.call('school/getSchools', { search: 'B1', withLogo: 'false' }, 'GET');
  return String(found.body[0]?.sysid);
}

async function measureServer(running: RunningServer, bursar: WireClient): Promise<void> {
  const students = await bursar.call('student/getStudents', { page: '1', pageSize: '1', search: '1500' }, 'GET');
  const student = String(students.body[0]?.sysid);
  const config = (await (await fetch(`${running.url}/api/auth/config`)).json()) as {
    wireKey: string;
    wireKeyId: number;
  };
  const wire = { key: config.wireKey, id: config.wireKeyId };
  const headers = {
    'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'bench', n: randomUUID(), ts: Date.now() })),
    opToken: seal(wire, 'opToken', bursar.token()),
  };
  process.stdout.write(
    '| | rows | kB | p50 ms | p95 ms | p50 ms, 16 clients | p95 ms | a second | busy |\n|---|---|---|---|---|---|---|---|---|\n',
  );
  for (const [name, path, query] of QUESTIONS) {
    const asked = new URLSearchParams(
      Object.entries(query).map(([key, value]) => [key, value.replace('STUDENT', student)]),
    );
    const url = `${running.url}/api/${path.replace('POST ', '')}?${asked}`;
    const question: Question = { url, method: path.startsWith('POST ') ? 'POST' : 'GET', headers };
    const first = await ask(question, new Agent());
    if (first.status !== 200) throw new Error(`${path} answered ${first.status}: ${first.body}`);
    const parsed: unknown = JSON.parse(first.body);
    await measure(question, 1, 10);
    const alone = await measure(question, 1, 60);
    const together = await measure(question, CLIENTS, 12);
    const rows = Array.isArray(parsed) ? parsed.length.toLocaleString('en') : '';
    const figures = [alone.p50, alone.p95, together.p50, together.p95].map((ms) => ms.toFixed(1));
    process.stdout.write(
      `| ${name} | ${rows} | ${(first.body.length / 1000).toFixed(1)} | ${figures.join(' | ')} | ${together.rate.toFixed(0)} | ${alone.busy + together.busy} |\n`,
    );
  }
}

interface Question {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
}

async function measure(question: Question, clients: number, each: number) {
  const times: number[] = [];
  let busy = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let n = 0; n < each; n++) {
        const begun = performance.now();
        const { status } = await ask(question, agent);
        times.push(performance.now() - begun);
        if (status === 503) busy += 1;
        else if (status !== 200) throw new Error(`${question.url} answered ${status}`);
      }
      agent.destroy();
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), rate: times.length / ((performance.now() - start) / 1000), busy };
}

function ask({ url, ...question }: Question, agent: Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, ...question }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }));
    });
    asked.on('error', reject);
    asked.end();
  });
}
