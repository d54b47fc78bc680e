import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { PLATFORM_SCHOOL } from '../src/platform/database/database.ts';
import { makeTestDatabase } from './database.ts';

/** Session of a user in a school; `run` throws the database's error. */
export interface Session {
  run(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Moves money by the ledger's function, in cents; `way` 1 is into the wallet. Returns the function's row. */
  move(way: 1 | -1, cents: number, student?: string): Promise<{ outcome: string; entry_id: string }>;
  reverse(entry: string): Promise<{ outcome: string; entry_id: string }>;
}

/** Two schools and a few wallets, in a database that a test may break. */
export interface Books {
  readonly school: string;
  readonly otherSchool: string;
  readonly student: string;
  /** Opens a session with the application's role. */
  registry(school?: string): Promise<Session>;
  /** Opens a session of the owner, within the school's row security. */
  ownersDesk(): Promise<Session>;
  /** Runs statements of the owner outside of row security. */
  owner(change: Change): Promise<void>;
  /** Returns true if the promise holds now, for new wallets. */
  whether(promise: (books: Books) => Promise<boolean>): Promise<boolean>;
  close(): Promise<void>;
}

/** SQL of the owner, or a database function and the text to be removed from it. */
export type Change = string | { readonly of: string; readonly words: string; readonly instead?: string };

export async function openBooks(): Promise<Books> {
  const database = await makeTestDatabase();
  const opened: pg.Client[] = [];
  const open = async (url: string, school: string): Promise<Session> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    opened.push(client);
    await client.query(`SET app.school_id = '${school}'; SET lock_timeout = '5s'`);
    return asSession(client, school);
  };
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  opened.push(owner);
  const [school, otherSchool] = [await makeSchool(owner), await makeSchool(owner)];
  const books = (student: string): Books => ({
    school,
    otherSchool,
    student,
    registry: (of = school) => open(database.appUrl, of),
    ownersDesk: () => open(database.ownerUrl, school),
    async owner(change) {
      await owner.query(typeof change === 'string' ? change : await without(owner, change));
    },
    async whether(promise) {
      return promise(books(await makeStudent(owner, school)));
    },
    async close() {
      for (const client of opened) await client.end().catch(() => undefined);
      await database.drop();
    },
  });
  return books('');
}

function asSession(client: pg.Client, school: string): Session {
  const run = async (text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Record<string, unknown>[];
  const token = () => randomUUID().replaceAll('-', '').slice(0, 16);
  return {
    run,
    async move(way, cents, student) {
      const kind = way === 1 ? 'deposit' : 'cash-out';
      const [row] = await run('SELECT * FROM move_pocket_money($1, $2)', [
        school,
        JSON.stringify([
          {
            ...{ id: randomUUID(), token: token(), kind, student, direction: way, amount: cents },
            ...{ counter: 'cash-desk', by_user: randomUUID() },
          },
        ]),
      ]);
      return row as { outcome: string; entry_id: string };
    },
    async reverse(entry) {
      const reversal = { id: randomUUID(), reverses: entry, by_user: randomUUID(), reason: 'Wrong', token: token() };
      const [row] = await run('SELECT * FROM reverse_journal_entries($1, $2)', [school, JSON.stringify([reversal])]);
      return row as { outcome: string; entry_id: string };
    },
  };
}

async function makeSchool(owner: pg.Client): Promise<string> {
  const id = randomUUID();
  await owner.query(`SET app.school_id = '${PLATFORM_SCHOOL}'; SET app.scope = 'platform'`);
  await owner.query(
    `INSERT INTO schools (id, county_id, code, official_name, short_name, town)
     SELECT $1, id, $2, 'Books', 'Books', 'Lamu' FROM counties LIMIT 1`,
    [id, id.slice(0, 12)],
  );
  await owner.query(`SET app.school_id = '${id}'; SET app.scope = ''`);
  await owner.query(`INSERT INTO classes (school_id, id, name) VALUES ($1, $1, 'Grade 1')`, [id]);
  return id;
}

let count = 0;

async function makeStudent(owner: pg.Client, school: string): Promise<string> {
  const id = randomUUID();
  await owner.query(`SET app.school_id = '${school}'`);
  await owner.query(
    `INSERT INTO students (school_id, id, admission_number, names, class_id) VALUES ($1, $2, $3, 'Amina Juma', $1)`,
    [school, id, String(++count)],
  );
  return id;
}

/** Redefines the function without that text. Throws if the text is missing, so that a moved guard is noticed. */
async function without(owner: pg.Client, { of, words, instead = '' }: Exclude<Change, string>): Promise<string> {
  const { rows } = await owner.query<{ text: string }>('SELECT pg_get_functiondef($1::regproc) AS text', [of]);
  const text = rows[0]?.text ?? '';
  if (!text.includes(words)) throw new Error(`${of} has no “${words}”`);
  return text.replaceAll(words, instead);
}
