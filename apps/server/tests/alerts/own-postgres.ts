import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL from Debian, run by its own user, with WAL archiving. */
export interface OwnPostgres {
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  /** Runs statements as superuser, exempt from all row security and guards. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Opens a session of the superuser, which keeps its locks until it ends. */
  session(): Promise<pg.Client>;
  /** Starts the server, with additional settings if given. */
  start(more?: string): void;
  stop(): void;
}

/** Makes and starts one below a folder. Needs root. */
export async function startPostgres(folder: string): Promise<OwnPostgres> {
  const [newest = ''] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
  const bin = join('/usr/lib/postgresql', newest, 'bin');
  const uid = Number(execFileSync('id', ['-u', 'postgres']));
  const gid = Number(execFileSync('id', ['-g', 'postgres']));
  const [data, port] = [join(folder, 'postgres'), await freePort()];
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, uid, gid);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { uid, gid, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] });
  run('initdb', `--pgdata=${data}`, '--auth=trust', '--no-sync');
  const settings = [
    `-p ${port} -h 127.0.0.1 -c unix_socket_directories=${data} -c fsync=off`,
    '-c archive_mode=on -c archive_timeout=60',
  ].join(' ');
  const start = (more = '') =>
    void run(
      'pg_ctl',
      `--pgdata=${data}`,
      `--log=${join(data, 'log')}`,
      '--wait',
      `--options=${settings} ${more}`,
      'start',
    );
  const stop = () => void run('pg_ctl', `--pgdata=${data}`, '--mode=fast', '--wait', 'stop');
  start();
  const at = (user: string, database: string) => `postgresql://${user}:none@127.0.0.1:${port}/${database}`;
  const session = async (url = at('postgres', 'mfuko')) => {
    const client = new pg.Client({ connectionString: url });
    // Ignored, since the pending statement fails with the error.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const ask = async (url: string, text: string, values: readonly unknown[]) => {
    const client = await session(url);
    try {
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const first = at('postgres', 'postgres');
  await ask(first, `CREATE ROLE mfuko_owner LOGIN CREATEROLE PASSWORD 'none'`, []);
  await ask(first, 'CREATE DATABASE mfuko OWNER mfuko_owner', []);
  await ask(first, `ALTER SYSTEM SET archive_command = 'true'`, []);
  await ask(first, 'SELECT pg_reload_conf()', []);
  return {
    ownerUrl: at('mfuko_owner', 'mfuko'),
    superuserUrl: at('postgres', 'mfuko'),
    sql: (text, values = []) => ask(at('postgres', 'mfuko'), text, values),
    session: () => session(),
    start,
    stop,
  };
}
