import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seal } from '@mfuko/contract/seal';
import { configOf, connect } from '../../../../e2e/client.ts';
import { nameOf } from '../../src/platform/backup/retention.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;
/** Longer than the rules' range of one hour, as shortened in the proof. */
const RANGE_MS = 70_000;

/** Cause of an alert, and how to remove it. */
export interface Cause {
  readonly rule: string;
  readonly cause: string;
  /** Produces the cause; returns a function that ends it, if the cause is ongoing. */
  make(world: World): Promise<(() => Promise<void>) | undefined>;
  readonly resolvedBy: string;
  resolve(world: World): Promise<unknown>;
  /** Seconds between two scrapes of Prometheus; defaults to 1. */
  readonly readEvery?: number;
  /** Seconds until the cause reaches the alert's limit. */
  readonly patience?: number;
}

const nothing = async () => undefined;
const once = (make: (world: World) => Promise<unknown>) => async (world: World) => {
  await make(world);
  return undefined;
};

/** Repeats some work until the returned function is called. */
function again(work: () => Promise<unknown>, pauseMs: number): () => Promise<void> {
  let over = false;
  const under = (async () => {
    while (!over) {
      // A refusal is fine, since only the attempt counts.
      await work().catch(() => undefined);
      await sleep(pauseMs);
    }
  })();
  return async () => {
    over = true;
    await under;
  };
}

/** Alternately freezes the process and lets it run. */
const freezing = (frozenMs: number, runsMs: number) => async (world: World) => {
  const server = world.server();
  return again(async () => {
    server.signal('SIGSTOP');
    await sleep(frozenMs);
    server.signal('SIGCONT');
  }, runsMs);
};

const anyPosting = `(SELECT ctid FROM postings WHERE balance_after IS NULL ORDER BY entry_id, leg LIMIT 1)`;
const tamper = (world: World, by: number) =>
  world.postgres.sql(
    `WITH guards_off AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
     UPDATE postings SET amount = amount + $1 FROM guards_off WHERE postings.ctid = ${anyPosting}`,
    [by],
  );

async function everybodyAsksForACode(world: World): Promise<void> {
  const { url } = world.server();
  const { wireKey: key, wireKeyId: id } = await configOf(url);
  const client = await connect(url);
  for (const { phone } of world.setting.tellers.slice(1))
    await client.call('auth/token', { userName: seal({ key, id }, 'userName', phone), password: 'placeholder' });
}

const compareWithMpesa = async (world: World) => {
  const before = await world.postgres.sql<{ at: string }>('SELECT clock_timestamp()::text AS at');
  await world.run('look-at-books');
  await world.until('SELECT 1 FROM book_states WHERE provider_at > $1::timestamptz', [before[0]?.at]);
};

const renameBackup = ({ backups }: World, name: (old: string) => string) => {
  for (const old of readdirSync(backups).filter((file) => file.endsWith('.age')))
    renameSync(join(backups, old), join(backups, name(old)));
};

/** Each rule with its cause. */
export const causes: readonly Cause[] = [
  {
    rule: 'MfukoBackupMissing',
    cause: 'the disk of BACKUP_TO is a new one, with nothing on it',
    make: once(async ({ backups }) => {
      for (const file of readdirSync(backups)) rmSync(join(backups, file));
    }),
    resolvedBy: 'the nightly job made one',
    resolve: (world) => world.run('backup'),
  },
  {
    rule: 'MfukoBackupCopyMissing',
    cause: 'nothing was ever copied to BACKUP_COPY_TO',
    make: once(({ postgres }) => postgres.sql(`DELETE FROM backup_marks WHERE kind = 'copied'`)),
    resolvedBy: 'the hourly job copied it',
    resolve: (world) => world.run('copy-the-backups'),
  },
  {
    rule: 'MfukoBackupOld',
    cause: 'the only backup is of the day before yesterday (its name says so)',
    make: once(async (world) => renameBackup(world, () => nameOf(new Date(Date.now() - 40 * HOUR_MS)))),
    resolvedBy: 'the nightly job made one',
    resolve: (world) => world.run('backup'),
  },
  {
    rule: 'MfukoBackupCopyOld',
    cause: 'the mark of the newest copy, 40 hours back',
    make: once((world) =>
      world.postgres.sql(`UPDATE backup_marks SET at = at - interval '40 hours' WHERE kind = 'copied'`),
    ),
    resolvedBy: 'the hourly job copied the newest',
    resolve: (world) => world.run('copy-the-backups'),
  },
  {
    rule: 'MfukoDown',
    cause: 'the server killed (SIGKILL)',
    make: once((world) => world.server().end('SIGKILL')),
    resolvedBy: 'started',
    resolve: (world) => world.restart(),
  },
  {
    rule: 'MfukoBooksDiffer',
    cause: 'a posting changed by a superuser past all guards, then the nightly look',
    make: once(async (world) => {
      await tamper(world, 100);
      await world.run('verify-books');
    }),
    resolvedBy: 'the row as it was, then the look',
    resolve: async (world) => {
      await tamper(world, -100);
      await world.run('verify-books');
    },
  },
  {
    rule: 'MfukoMpesaDiffers',
    cause: 'M-Pesa holds KES 700 that nobody told the books of',
    make: once(async (world) => {
      await world.mpesaHolds(70_000);
      await compareWithMpesa(world);
    }),
    resolvedBy: 'M-Pesa holds what the books know, at the next look',
    resolve: async (world) => {
      await world.mpesaHolds(0);
      await compareWithMpesa(world);
    },
  },
  {
    rule: 'MfukoBooksUnverified',
    cause: 'the last looks at the books four days back, as of a machine that is off each night',
    make: once((world) =>
      world.postgres.sql(
        `UPDATE book_states SET night_at = night_at - interval '4 days', whole_at = whole_at - interval '4 days'`,
      ),
    ),
    resolvedBy: 'the nightly look',
    resolve: (world) => world.run('verify-books'),
  },
  {
    rule: 'MfukoJobFails',
    cause: 'the disk of the backups is away, and the nightly job fails',
    make: once(async (world) => {
      renameSync(world.backups, `${world.backups}-away`);
      await world.run('backup');
    }),
    resolvedBy: 'the disk is back, and the server started again',
    resolve: async (world) => {
      renameSync(`${world.backups}-away`, world.backups);
      await world.restart();
    },
  },
  {
    rule: 'MfukoJobFails',
    cause:
      'the same at the start of a machine that was off for an hour (here a minute), before Prometheus reads it for the first time',
    make: once(async (world) => {
      await world.server().end('SIGTERM');
      await sleep(RANGE_MS);
      renameSync(world.backups, `${world.backups}-away`);
      await world.restart({}, () => world.run('backup'));
    }),
    resolvedBy: 'the disk is back, and the server started again',
    resolve: async (world) => {
      renameSync(`${world.backups}-away`, world.backups);
      await world.restart();
    },
  },
  {
    rule: 'MfukoQueueStands',
    cause: 'the owner of the database may not sign in any more, so no worker works; a job is due for eleven minutes',
    make: once(async ({ postgres }) => {
      await postgres.sql('ALTER ROLE mfuko_owner NOLOGIN');
      await postgres.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'mfuko_owner'`);
      await postgres.sql(
        `SELECT graphile_worker.add_job('look-at-the-disk', run_at => clock_timestamp() - interval '11 minutes')`,
      );
    }),
    resolvedBy: 'the owner may sign in',
    resolve: ({ postgres }) => postgres.sql('ALTER ROLE mfuko_owner LOGIN'),
  },
  {
    rule: 'MfukoDiskNearlyFull',
    cause: 'the disk of DATA_DIR filled to 95 %',
    make: once(async ({ dataDir }) => execFileSync('fallocate', ['-l', '380M', join(dataDir, 'filler')])),
    resolvedBy: 'room made',
    resolve: async ({ dataDir }) => rmSync(join(dataDir, 'filler')),
  },
  {
    rule: 'MfukoMemoryTight',
    cause: 'a leak, until little of the heap is left',
    make: async (world) => {
      const tight = async () =>
        /^mfuko_memory_tight 1$/m.test(await (await fetch(`${world.server().url}/metrics`)).text());
      while (!(await tight())) world.server().signal('SIGUSR2');
      return undefined;
    },
    resolvedBy: 'the leak let go',
    resolve: async (world) => world.server().signal('SIGPIPE'),
  },
  {
    rule: 'MfukoSmsProviderFails',
    cause: 'nobody answers at the provider’s address; the outage began eleven minutes ago',
    make: once(async (world) => {
      await world.sms.shut();
      await everybodyAsksForACode(world);
      await world.until('SELECT 1 FROM sms_gateway WHERE unreachable_since IS NOT NULL');
      await world.postgres.sql(`UPDATE sms_gateway SET unreachable_since = unreachable_since - interval '11 minutes'`);
    }),
    resolvedBy: 'it answers',
    resolve: (world) => world.sms.open(),
    patience: 240,
  },
  {
    rule: 'MfukoSmsProviderFails',
    cause: 'the provider refuses the account',
    make: once(async (world) => {
      world.sms.mood = 'refuses the account';
      await everybodyAsksForACode(world);
    }),
    resolvedBy: 'it takes messages; one is sent',
    resolve: async (world) => {
      world.sms.mood = 'takes';
      await everybodyAsksForACode(world);
    },
    patience: 240,
  },
  {
    rule: 'MfukoSmsProviderFails',
    cause: 'the provider answers each message with what nobody understands',
    make: once(async (world) => {
      world.sms.mood = 'babbles';
      await everybodyAsksForACode(world);
    }),
    resolvedBy: 'it takes messages; half an hour (here 30 s) passes',
    resolve: async (world) => {
      world.sms.mood = 'takes';
    },
    patience: 240,
  },
  {
    rule: 'MfukoSmsFirstProviderFails',
    cause: 'nobody answers at the first provider’s address, codes go by the second; that began eleven minutes ago',
    make: once(async (world) => {
      const { secondSms } = world;
      await world.restart({
        ...{ SMS_SECOND_URL: secondSms.url, SMS_SECOND_PARTNER_ID: '7' },
        ...{ SMS_SECOND_API_KEY: 'none', SMS_SECOND_SENDER_ID: 'SHULE' },
      });
      await world.sms.shut();
      const before = secondSms.taken();
      await everybodyAsksForACode(world);
      await world.until(
        'SELECT 1 FROM sms_gateway WHERE primary_failing_since IS NOT NULL AND unreachable_since IS NULL',
      );
      while (secondSms.taken() === before) await sleep(200);
      await world.postgres.sql(
        `UPDATE sms_gateway SET primary_failing_since = primary_failing_since - interval '11 minutes'`,
      );
    }),
    resolvedBy: 'it answers, as the look of each minute finds',
    resolve: (world) => world.sms.open(),
    patience: 240,
  },
  {
    rule: 'MfukoClockOff',
    cause: 'the network’s time is 10 minutes away from the machine’s',
    make: once(async (world) => {
      world.time.aheadSeconds = 600;
      await world.restart();
    }),
    resolvedBy: 'the two agree at the next question, a minute later',
    resolve: async (world) => {
      world.time.aheadSeconds = 0;
    },
  },
  {
    rule: 'MfukoEventLoopSlow',
    cause: 'a machine that gives the process 0.1 s of each 0.9 s',
    make: freezing(800, 100),
    resolvedBy: 'it runs',
    resolve: nothing,
  },
  {
    rule: 'MfukoEventLoopSlow',
    cause: 'a machine that stands for 3 s of each 10 s',
    make: freezing(3_000, 7_000),
    resolvedBy: 'it runs',
    resolve: nothing,
    readEvery: 10,
  },
  {
    rule: 'MfukoAnswersWithErrors',
    cause: 'somebody holds the table of students; lists of them are asked for',
    make: async (world) => {
      const holder = await world.postgres.session();
      await holder.query('BEGIN; LOCK TABLE students IN ACCESS EXCLUSIVE MODE');
      const client = await world.client();
      const end = again(() => client.call('student/getStudents', {}, 'GET'), 100);
      return async () => {
        await holder.end();
        await end();
      };
    },
    resolvedBy: 'let go',
    resolve: nothing,
  },
  {
    rule: 'MfukoNumbersMissing',
    cause: 'PostgreSQL stopped',
    make: once(async ({ postgres }) => postgres.stop()),
    resolvedBy: 'started',
    resolve: async ({ postgres }) => postgres.start(),
  },
  {
    rule: 'MfukoLogArchiveOld',
    cause: 'the command that archives the log fails, for a quarter of an hour in full',
    make: once(nothing),
    resolvedBy: 'the command works',
    resolve: ({ postgres }) => archiveBy(postgres, 'true'),
    patience: 960,
  },
  {
    rule: 'MfukoLogArchiveOff',
    cause: 'EXPECT_LOG_ARCHIVE, and PostgreSQL started with archive_mode = off',
    make: once(async (world) => {
      world.postgres.stop();
      world.postgres.start('-c archive_mode=off');
      await world.restart({ EXPECT_LOG_ARCHIVE: 'true' });
    }),
    resolvedBy: 'archive_mode = on',
    resolve: async ({ postgres }) => {
      postgres.stop();
      postgres.start();
    },
  },
];

/** Sets PostgreSQL's archive command, and switches to a new WAL segment. */
export async function archiveBy(postgres: World['postgres'], command: string): Promise<void> {
  await postgres.sql(`ALTER SYSTEM SET archive_command = '${command}'`);
  await postgres.sql('SELECT pg_reload_conf()');
  await postgres.sql('SELECT pg_switch_wal()');
}
