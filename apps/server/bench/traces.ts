/**
 * `npm run bench:traces`: what tracing (`TRACES_TO`) costs a call, as a ratio. Two servers with a school each, one of which sends its traces to a
 * collector, get the same calls in turns; the sending, which comes up to a second later, is counted too. Milliseconds of the processor are those of all
 * threads of the server and of its sessions of the database. `--rounds`, `--calls` of a round.
 */
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../../../e2e/client.ts';
import { runServer } from '../../../e2e/server.ts';
import { callTimes, spentBetween } from './cpu.ts';
import { AT_GATE, CALLS, PIN, type Side } from './scale-calls.ts';
import { expectDone, row } from './scale-rounds.ts';
import { fillBench, signInAdmin } from './school.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '8' }, calls: { type: 'string', default: '120' } },
});
const BURSAR = '254711000010';
const STUDENTS = AT_GATE + Number(values.calls);
/** Longest until spans that have ended are on their way, and some more. */
const SENT_AFTER_MS = 1_500;

let bytes = 0;
const collector = createServer(async (request, response) => {
  for await (const chunk of request) bytes += (chunk as Buffer).length;
  response.setHeader('Content-Type', 'application/json').end('{}');
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const tracesTo = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;

async function openSide(settings: Record<string, string>): Promise<Side> {
  const server = await runServer({ LOG_LEVEL: 'error', ...settings }, mkdtempSync(join(tmpdir(), 'mfuko-bench-')));
  const admin = await signInAdmin(server);
  await fillBench(server, admin, [BURSAR], { schools: 1, students: STUDENTS, passages: [2, 2] });
  const bursar = await connect(server.url);
  await bursar.signIn(BURSAR, () => server.codeFor(BURSAR));
  for (let n = 0; n < AT_GATE; n++) {
    const student = await bursar.call('student/getStudent', { admissionNumber: String(1001 + n) }, 'GET');
    expectDone(await bursar.call('student/updateStudent', { sysid: student.body.sysid, checkPin: PIN }));
  }
  return { server, admin, bursar };
}

/** Milliseconds of the processor for one call. */
async function costOf(side: Side, ask: (typeof CALLS)[number][1]): Promise<number> {
  const before = callTimes(side.server.dataDir, 'all threads');
  for (let turn = 0; turn < Number(values.calls); turn++) {
    let answer = await ask(side, turn);
    // A machine that has other work makes a server turn calls away.
    for (; answer.status === 503; answer = await ask(side, turn)) await sleep(500);
    expectDone(answer);
  }
  await sleep(SENT_AFTER_MS);
  return spentBetween(before, callTimes(side.server.dataDir, 'all threads')) / Number(values.calls);
}

const middle = (figures: readonly number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

const sides = [await openSide({}), await openSide({ TRACES_TO: tracesTo })] as const;
try {
  row(['a call', 'processor ms without', 'with', 'ratio, middle of the rounds', 'least', 'most', 'bytes sent a call']);
  row(Array.from({ length: 7 }, () => '---'));
  for (const [name, ask] of CALLS.filter(([one]) => one === 'deposit' || one.startsWith('check-in'))) {
    const costs: number[][] = [[], []];
    let sent = 0;
    for (let round = 0; round <= Number(values.rounds); round++) {
      const began = bytes;
      for (const [place, side] of sides.entries()) {
        const cost = await costOf(side, ask);
        // The first round is for caches.
        if (round > 0) costs[place]?.push(cost);
      }
      if (round > 0) sent += bytes - began;
    }
    const [without = [], traced = []] = costs;
    const ratios = traced.map((cost, round) => cost / (without[round] ?? Number.NaN)).toSorted((a, b) => a - b);
    row([
      name,
      middle(without).toFixed(2),
      middle(traced).toFixed(2),
      ...[middle(ratios), ratios[0] ?? 0, ratios.at(-1) ?? 0].map((ratio) => ratio.toFixed(2)),
      (sent / traced.length / Number(values.calls)).toFixed(0),
    ]);
  }
} finally {
  for (const { server } of sides) await server.stop();
  collector.close();
}
process.exit(0);
