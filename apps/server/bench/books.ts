/**
 * `npm run bench:books`: what the truth of the books costs for a school of 2,000 students with 364,000 journal entries on 91 days:
 * the balances of now, closing the days, looking at the open day, looking at every row, and the look of a night at what happened since that was done, as
 * a ratio. Each but the closing three times.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { bootstrap } from '../src/bootstrap.ts';
import { readConfig } from '../src/config.ts';
import { checkOpenDay, closeDays, readBooks, verifyBooks, verifyRecent } from '../src/features/books/index.ts';
import { registerSchool } from '../src/features/schools/index.ts';

const STUDENTS = 2_000;
const DAYS = 91;
/** Entries for each student and day: a deposit and a cash-out. */
const ENTRIES = 2 * DAYS;

const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-books-'));
const { context: server, close } = await bootstrap(readConfig({ DATA_DIR: dataDir, SEED: 'none' }), () => undefined, {
  makeKeys: true,
});
const print = (line: string) => process.stdout.write(`${line}\n`);
try {
  const school = await server.db.inPlatform(async (tx) => {
    const county = await tx.row<{ id: string }>(`SELECT id FROM counties LIMIT 1`);
    const names = { code: 'B1', officialName: 'Bench', shortName: 'Bench', poBox: '1', town: 'Kisumu', logo: null };
    return (await registerSchool(tx, server, { tool: 'bench' }, { countyId: county?.id ?? '', ...names })).id;
  });
  await fill(school);
  const db = server.db;
  await measure('balances of now, no day closed', 3, () => db.inSchool(school, readBooks));
  const days = await measure('closing all days', 1, () => closeDays(server, school, { tool: 'bench' }));
  print(`${days} days closed`);
  await measure('balances of now', 3, () => db.inSchool(school, readBooks));
  await measure('the hourly look at the open day', 3, () => db.inSchool(school, checkOpenDay));
  const verdict = await measure('ledger:verify, every row and the chain', 3, () => verifyBooks(server, school));
  const { findings, ...figures } = verdict ?? { findings: [] };
  print(`${JSON.stringify(figures)}, ${findings.length} found`);
  const whole = await cheapest(() => verifyBooks(server, school));
  for (const days of [1, 4, 7]) {
    await db.inSchool(school, (tx) =>
      tx.row(
        `INSERT INTO book_states (school_id, checked_at, whole_at, difference, findings) VALUES ($1, now(), now() - make_interval(days => $2), 0, 0)
         ON CONFLICT (school_id) DO UPDATE SET whole_at = excluded.whole_at`,
        [school, days],
      ),
    );
    const recent = await cheapest(() => verifyRecent(server, school));
    print(
      `a night's look, every row ${days} days ago: ${recent} ms, ${(recent / whole).toFixed(3)} of the look at every row`,
    );
  }
} finally {
  await close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Milliseconds of the quickest of three turns: what else the machine does only adds. */
async function cheapest(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const began = performance.now();
    await work();
    took.push(Math.round(performance.now() - began));
  }
  return Math.min(...took);
}

async function measure<T>(name: string, times: number, work: () => Promise<T>): Promise<T | undefined> {
  const took: number[] = [];
  let answer: T | undefined;
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    answer = await work();
    took.push(Math.round(performance.now() - began));
  }
  print(`${name}: ${took.join(', ')} ms`);
  return answer;
}

/** By plain SQL, as the superuser and past the triggers: a school day's money at noon, the newest of it yesterday. */
async function fill(school: string): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(readFileSync(join(dataDir, 'postgres.port'), 'utf8')),
    user: 'postgres',
    password: readFileSync(join(dataDir, 'keys', 'postgres-superuser.key'), 'utf8').trim(),
    database: 'mfuko',
  });
  await client.connect();
  const each = (text: string) => client.query(text, [school]);
  await client.query('SET session_replication_role = replica; SET statement_timeout = 0');
  await each(`INSERT INTO classes (school_id, id, name) VALUES ($1, gen_random_uuid(), 'Grade 6')`);
  await each(
    `INSERT INTO students (school_id, id, admission_number, names, class_id)
     SELECT $1, gen_random_uuid(), (1000 + n)::text, 'Amina Juma', (SELECT id FROM classes WHERE school_id = $1)
     FROM generate_series(1, ${STUDENTS}) n`,
  );
  await each(
    `INSERT INTO accounts (school_id, id, kind)
     SELECT $1, gen_random_uuid(), kind FROM unnest(ARRAY['cash-desk', 'platform-fees']) kind`,
  );
  await each(
    `INSERT INTO accounts (school_id, id, kind, student_id, balance, newest_position)
     SELECT $1, id, 'wallet', id, ${DAYS} * 4950, ${ENTRIES} FROM students WHERE school_id = $1`,
  );
  await each(
    `INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, at, reference)
     SELECT $1, gen_random_uuid(), CASE n % 2 WHEN 1 THEN 'deposit' ELSE 'cash-out' END, s.id,
            CASE n % 2 WHEN 1 THEN 20000 ELSE 15000 END, CASE n % 2 WHEN 1 THEN 0 ELSE 50 END,
            date_trunc('day', now(), 'Africa/Nairobi') - interval '12 hours' - (${ENTRIES} - n) / 2 * interval '1 day'
              + (s.admission_number::int * 2 + n % 2) * interval '1 second', n::text
     FROM students s, generate_series(1, ${ENTRIES}) n WHERE s.school_id = $1 ORDER BY n, s.id`,
  );
  await each(
    `INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at, position, balance_after)
     SELECT $1, id, 1, student_id, CASE kind WHEN 'deposit' THEN amount ELSE -amount - fee END, at, reference::int,
            reference::int / 2 * 4950 + reference::int % 2 * 20000
     FROM journal_entries WHERE school_id = $1
     UNION ALL
     SELECT $1, m.id, 2, a.id, CASE m.kind WHEN 'deposit' THEN -m.amount ELSE m.amount END, m.at, NULL, NULL
     FROM journal_entries m, accounts a WHERE m.school_id = $1 AND a.school_id = $1 AND a.kind = 'cash-desk'
     UNION ALL
     SELECT $1, m.id, 3, a.id, m.fee, m.at, NULL, NULL
     FROM journal_entries m, accounts a WHERE m.school_id = $1 AND m.fee > 0 AND a.school_id = $1 AND a.kind = 'platform-fees'`,
  );
  await each(
    `INSERT INTO receipts (school_id, entry_id, token) SELECT $1, id, id::text FROM journal_entries WHERE school_id = $1`,
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
}
