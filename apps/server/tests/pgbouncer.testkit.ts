import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A PgBouncer in transaction mode on this machine, in front of every database of one server. */
export interface PgBouncer {
  /** Returns the same URL through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Version of the installed PgBouncer; null if there is none, and tests that need it are skipped. */
export const PGBOUNCER = findPgBouncer();

function findPgBouncer(): string | null {
  try {
    return (
      execFileSync('pgbouncer', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(
        '\n',
      )[0] ?? null
    );
  } catch {
    process.stdout.write(
      'There is no pgbouncer here (Debian: apt-get install pgbouncer): tests through a pooler are skipped.\n',
    );
    return null;
  }
}

/**
 * Starts PgBouncer with only a few sessions, so that transactions of different clients share them. Signs in to the database as the users
 * of these URLs. `more` adds or overrides settings.
 */
export async function startPgBouncer(
  urls: readonly string[],
  sessions = 3,
  more: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const users = urls
    .map((url) => new URL(url))
    .map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"`);
  writeFileSync(join(folder, 'users.txt'), `${users.join('\n')}\n`);
  const database = new URL(urls[0] ?? '');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: sessions,
    max_client_conn: 500,
    logfile: join(folder, 'log'),
    ...more,
  };
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${database.hostname} port=${database.port}
[pgbouncer]
${Object.entries(settings)
  .map(([name, value]) => `${name} = ${value}\n`)
  .join('')}`,
  );
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', folder]);
  const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...asNobody });
  const through = (url: string) => {
    const by = new URL(url);
    by.hostname = '127.0.0.1';
    by.port = String(port);
    return by.href;
  };
  await untilItAnswers(child, through(urls[0] ?? ''));
  return {
    through,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch (error) {
      if (child.exitCode !== null || tries >= 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      // Ignored: a client that never connected has nothing to end.
      await client.end().catch(() => undefined);
    }
  }
}
