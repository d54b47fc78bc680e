import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SUPERUSER } from '../../src/platform/embedded-postgres/cluster.ts';
import { postmasterState, readPostmasterFile } from '../../src/platform/embedded-postgres/postmaster.ts';

/** Session without row security, which reconnects after the database was killed. */
export interface SuperuserSession {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Retries a statement until it succeeds. */
  rowsRetried<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Opens a separate session, for holding locks. */
  session(): Promise<pg.Client>;
  /** Process id of the postmaster, if it is a PostgreSQL on that very folder. */
  postmaster(): number | null;
  close(): Promise<void>;
}

export function openSuperuserSession(dataDir: string): SuperuserSession {
  const folder = join(dataDir, 'postgres');
  const password = readFileSync(join(dataDir, 'keys', 'postgres-superuser.key'), 'utf8').trim();
  let client: pg.Client | null = null;

  const session = async () => {
    const port = readPostmasterFile(folder)?.port ?? 0;
    const opened = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'mfuko' });
    opened.on('error', () => undefined);
    await opened.connect();
    return opened;
  };
  const ask = async <Row extends object>(text: string, values: readonly unknown[]) => {
    const used = (client ??= await session());
    try {
      return (await used.query(text, [...values])).rows as Row[];
    } catch (error) {
      client = null;
      used.end().catch(() => undefined);
      throw error;
    }
  };
  // Serialised, since a session takes one statement at a time.
  let last: Promise<unknown> = Promise.resolve();
  const rows = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const mine = last.then(() => ask<Row>(text, values));
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    rows,
    session,
    async rowsRetried<Row extends object>(text: string, values: readonly unknown[] = []) {
      for (let tries = 0; ; tries++) {
        try {
          return await rows<Row>(text, values);
        } catch (error) {
          if (tries > 300) throw error;
          await sleep(100);
        }
      }
    },
    postmaster() {
      const file = readPostmasterFile(folder);
      return file && postmasterState(file.pid, folder) === 'alive' ? file.pid : null;
    },
    async close() {
      await client?.end().catch(() => undefined);
    },
  };
}
