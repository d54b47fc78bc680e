import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type WireClient } from '../../../../e2e/client.ts';
import { type RunningServer, runServer } from '../../../../e2e/server.ts';
import { makePair } from '../../src/platform/backup/age-keys.ts';
import { createRecord, makeSetting, type Setting } from '../chaos/setting.ts';
import { collectByMpesa, mpesaHolds } from './collecting.ts';
import { freePort } from './free-port.ts';
import {
  type SecondSmsProvider,
  type SmsProvider,
  startSecondSmsProvider,
  startSmsProvider,
  startTimeServer,
  type TimeServer,
} from './outside.ts';
import { type OwnPostgres, startPostgres } from './own-postgres.ts';
import { shorten } from './shorten.ts';
import { type Watcher, watchWith } from './watching-prometheus.ts';

const RULES = join(import.meta.dirname, '../../../../packaging/prometheus/mfuko.rules.yml');
/** Disk of the server's data, which can be filled. */
const DISK = '400m';
const TELLERS = 9;

/** Memory leak in the server: one signal allocates another 10 MB, another signal frees them. As in memory.test.ts. */
const LEAK = `let kept = [];
  process.on('SIGUSR2', () => { kept.push(Array.from({ length: 1e6 / 4 }, (_, at) => ({ at }))); gc(); });
  process.on('SIGPIPE', () => { kept = []; gc(); });`;

/** An installation with all its dependencies, each of which can be made to fail. */
export interface World {
  readonly postgres: OwnPostgres;
  readonly watcher: Watcher;
  readonly time: TimeServer;
  readonly sms: SmsProvider;
  /** Only used by a server that is started with its address. */
  readonly secondSms: SecondSmsProvider;
  readonly setting: Setting;
  readonly dataDir: string;
  readonly backups: string;
  readonly copies: string;
  /** Sets the cents that M-Pesa holds for the school, whatever it has reported before. */
  mpesaHolds(cents: number): Promise<void>;
  server(): RunningServer;
  /** Returns a client of the school's Admin, for the server that runs now. */
  client(): Promise<WireClient>;
  /** Ends the server, and starts it again with changed settings. Prometheus scrapes the new one at once, or on demand. */
  restart(env?: Record<string, string>, meanwhile?: () => Promise<unknown>): Promise<void>;
  /** Enqueues a job, and waits until it has ended, successfully or not. */
  run(kind: string): Promise<void>;
  /** Waits until a statement returns a row. */
  until(text: string, values?: readonly unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** Builds it below a temporary folder. Needs root, Prometheus, and Debian's PostgreSQL. */
export async function makeWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-alerts-'));
  const at = (name: string) => {
    mkdirSync(join(folder, name), { mode: 0o755 });
    return join(folder, name);
  };
  execFileSync('chmod', ['755', folder]);
  const [dataDir, backups, copies] = [at('data'), at('backups'), at('copies')];
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', dataDir]);
  const postgres = await startPostgres(folder);
  const [time, sms] = [await startTimeServer(), await startSmsProvider(await freePort())];
  const secondSms = await startSecondSmsProvider();
  const watcher = await watchWith(at('prometheus'), shorten(readFileSync(RULES, 'utf8')));
  const { recipient } = await makePair();
  const mpesaPort = await freePort();
  const env = {
    DATABASE_URL: postgres.ownerUrl,
    BACKUP_DATABASE_URL: postgres.superuserUrl,
    BACKUP_TO: backups,
    BACKUP_COPY_TO: copies,
    BACKUP_RECIPIENT: recipient,
    DARAJA_SIMULATOR_PORT: String(mpesaPort),
    TIME_SERVER: time.address,
    OPEN_CALLS_A_MINUTE: '10000',
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--max-old-space-size=256 --expose-gc --import=data:text/javascript,${encodeURIComponent(LEAK.replaceAll(/\s+/g, ' '))}`,
  };
  const provider = {
    SMS_PROVIDER: 'africastalking',
    AFRICASTALKING_BASE_URL: sms.url,
    AFRICASTALKING_USERNAME: 'mfuko',
    AFRICASTALKING_API_KEY: 'none',
  };
  let server = await runServer(env, dataDir);
  const setting = await makeSetting(server, { tellers: TELLERS, students: 2 });
  for (const admissionNumber of setting.students)
    await createRecord(setting.admin, 'wallet/deposit', { admissionNumber, amount: 500 });
  const simulator = `http://127.0.0.1:${mpesaPort}`;
  await collectByMpesa(setting, simulator);
  const readServer = () => watcher.readFrom(new URL(server.url).host);
  const until: World['until'] = async (text, values) => {
    for (let tries = 0; tries < 900; tries++) {
      // The database may be down at that moment.
      if ((await postgres.sql(text, values).catch(() => [])).length > 0) return;
      await sleep(200);
    }
    throw new Error(`Waited in vain for: ${text}`);
  };
  const world: World = {
    ...{ postgres, watcher, time, sms, secondSms, setting, dataDir, backups, copies, until },
    mpesaHolds: (cents) => mpesaHolds(simulator, cents),
    server: () => server,
    async client() {
      const client = await connect(server.url, setting.admin.token());
      client.actOn(setting.school);
      return client;
    },
    async restart(more = {}, meanwhile = async () => undefined) {
      await server.end('SIGTERM');
      server = await runServer({ ...env, ...provider, ...more }, dataDir);
      await meanwhile();
      readServer();
    },
    async run(kind) {
      const [job] = await postgres.sql<{ id: string }>(
        'SELECT id::text FROM graphile_worker.add_job($1, max_attempts => 1)',
        [kind],
      );
      await until(
        'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM graphile_worker.jobs WHERE id::text = $1 AND attempts < max_attempts OR id::text = $1 AND locked_at IS NOT NULL)',
        [job?.id],
      );
    },
    async close() {
      await server.end('SIGTERM');
      await watcher.stop();
      postgres.stop();
      time.close();
      secondSms.close();
      await sms.shut().catch(() => undefined);
      execFileSync('umount', ['-l', dataDir]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await world.restart();
  return world;
}
