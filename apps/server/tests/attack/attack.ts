/**
 * `npm run attack -- --seed N --requests 100000 --minutes 60 --clients 8`: sends everything that strangers, another school's staff and
 * agents can send to every call of a production server, in a separate process and on a separate database, while a desk of a third school works
 * there. With `--proxy` the attack comes through a proxy that ends TLS. Exits with 1 if an answer breaks the contract or leaks information, a row of the victim school has changed, money of the working
 * desk is missing, or the event loop was late (99th percentile of 100 ms or more).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openProductionSite } from './production.ts';
import { type Report, runAttack } from './run-attack.ts';

const LATEST_MS = 100;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '30' },
    clients: { type: 'string', default: '8' },
    proxy: { type: 'boolean', default: false },
  },
});

interface Watched {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly heap: number;
}

const folder = mkdtempSync(join(tmpdir(), 'mfuko-attack-'));
const watchFile = join(folder, 'watched');
const { site, server, close } = await openProductionSite(
  {
    LOG_LEVEL: 'fatal',
    // The desk that keeps working sends calls as fast as it can.
    LIST_ROWS_AN_HOUR: '1000000000',
    WATCH_LOOP: watchFile,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${import.meta.resolve('./watch-loop.ts')}`,
  },
  folder,
  { behindProxy: values.proxy },
);
let looks = 0;
let exit = 1;
try {
  const watched: Watched[] = [];
  const look = async () => void watched.push(await lookInside());
  const report = await runAttack(site, {
    seed: Number(values.seed),
    requests: Number(values.requests),
    clients: Number(values.clients),
    minutes: Number(values.minutes),
    around: { begin: look, end: look },
  });
  const [before, after] = watched as [Watched, Watched];
  process.stdout.write(`${tell(report, before, after).join('\n')}\n`);
  exit = report.wrong.length + report.changed.length === 0 && after.p99 < LATEST_MS ? 0 : 1;
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exit);

async function lookInside(): Promise<Watched> {
  const file = `${watchFile}.${++looks}`;
  server.signal('SIGUSR2');
  while (!existsSync(file)) await sleep(20);
  return JSON.parse(readFileSync(file, 'utf8')) as Watched;
}

function tell(report: Report, before: Watched, after: Watched): string[] {
  const line = (name: string, told: number | string) => `  ${name.padEnd(52)} ${String(told).padStart(12)}`;
  const ms = (time: number) => `${time.toFixed(1)} ms`;
  const at = (times: readonly number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0;
  const { alone, beside, turnedAway } = report.work;
  return [
    `seed ${values.seed}, ${report.calls} calls of the API, ${values.clients} requests at a time`,
    'sent',
    ...[...report.kinds].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => line(kind, count)),
    line('in all', report.sent),
    line('a second', (report.sent / report.seconds).toFixed(0)),
    'answered',
    ...[...report.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => line(String(status), count)),
    line('"busy"', report.busy),
    line('cut off, or none that could be sent', report.unanswered),
    'slowest',
    ...[...report.slowest]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 6)
      .map(([call, time]) => line(call, ms(time))),
    'for everybody else',
    line('event loop late, p50', ms(after.p50)),
    line('event loop late, p99', ms(after.p99)),
    line('event loop late, at most', ms(after.max)),
    line('calls of the desk beside', beside.length),
    line('asked to come again', turnedAway),
    line('its p50, alone and beside', `${ms(at(alone, 0.5))}, ${ms(at(beside, 0.5))}`),
    line('its p99, alone and beside', `${ms(at(alone, 0.99))}, ${ms(at(beside, 0.99))}`),
    line('beside : alone, p50', (at(beside, 0.5) / at(alone, 0.5)).toFixed(2)),
    line('beside : alone, p99', (at(beside, 0.99) / at(alone, 0.99)).toFixed(2)),
    line('heap in use, before and after', `${(before.heap / 1e6).toFixed(0)}, ${(after.heap / 1e6).toFixed(0)} MB`),
    'found',
    line('answers that should not be', report.wrong.length),
    ...report.wrong.slice(0, 40).map((what) => `    ${what}`),
    line('tables of the other school that have changed', report.changed.length),
    ...report.changed.map((what) => `    ${what}`),
    `${Math.round(report.seconds)} s`,
  ];
}
