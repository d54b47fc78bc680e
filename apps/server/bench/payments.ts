import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Fills a school that has students with payments of M-Pesa by plain SQL, past the triggers, two for each student: every tenth lies or lay in suspense (in
 * each of its states), every twentieth was only asked for. The other nine tenths were cash that somebody took back into suspense, so that it is as long as
 * the list of payments. No journal entries come with them.
 */
export async function fillPayments(dataDir: string, school: string): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(readFileSync(join(dataDir, 'postgres.port'), 'utf8').trim()),
    user: 'postgres',
    password: readFileSync(join(dataDir, 'keys', 'postgres-superuser.key'), 'utf8').trim(),
    database: 'mfuko',
  });
  await client.connect();
  try {
    await client.query(
      'SET session_replication_role = replica; SET statement_timeout = 0; SET synchronous_commit = off',
    );
    const fill = (text: string) => client.query(text, [school]);
    await fill(
      `CREATE TEMP TABLE paid AS
       SELECT s.id AS student_id, s.admission_number AS account, n, 'SJ' || lpad(n::text, 8, '0') AS receipt, uuidv7() AS id, uuidv7() AS item,
              100 * (10 + n % 4990)::bigint AS amount, now() - n * interval '4 minutes' AS at,
              CASE WHEN n % 10 = 0 THEN (ARRAY['open', 'proposed', 'returning', 'settled', 'returned'])[1 + n / 10 % 5] END AS waits
       FROM (SELECT s.*, row_number() OVER (ORDER BY admission_number, twice) AS n
             FROM students s, generate_series(1, 2) twice WHERE school_id = $1) s`,
    );
    await fill(
      `INSERT INTO payments (school_id, receipt, id, amount, paid_at, account, reported_by, state, confirmed_by, student_id, entry_id, suspense_id, settled_at)
       SELECT $1, receipt, id, amount, at, account, 'confirmation', CASE WHEN waits IS NULL THEN 'credited' ELSE 'parked' END, 'status',
              CASE WHEN waits IS NULL THEN student_id END, CASE WHEN waits IS NULL THEN id END, CASE WHEN waits IS NOT NULL THEN item END, at
       FROM paid WHERE n % 20 <> 7`,
    );
    await fill(
      `INSERT INTO suspense_items (school_id, id, receipt, why, amount, paid_at, account, entry_id, state, parked_at)
       SELECT $1, item, CASE WHEN waits IS NOT NULL THEN receipt END, CASE WHEN waits IS NULL THEN 'reversed' ELSE 'unknown-account' END, amount, at,
              account, item, coalesce(waits, 'open'), at FROM paid`,
    );
    await fill(
      `INSERT INTO suspense_proposals (school_id, id, item_id, way, student_id, by_user, at, decision, decided_by, decided_at, entry_id, outcome)
       SELECT $1, uuidv7(), item, CASE WHEN waits IN ('returning', 'returned') THEN 'return' ELSE 'settle' END,
              CASE WHEN waits IN ('proposed', 'settled') THEN student_id END, $1, at, CASE WHEN waits <> 'proposed' THEN 'approved' END,
              CASE WHEN waits <> 'proposed' THEN student_id END, CASE WHEN waits <> 'proposed' THEN at END,
              CASE WHEN waits IN ('settled', 'returned') THEN item END,
              CASE waits WHEN 'returning' THEN 'pending' WHEN 'returned' THEN 'done' END
       FROM paid WHERE waits IS NOT NULL AND waits <> 'open'`,
    );
    await fill(
      `INSERT INTO stk_pushes (school_id, id, student_id, amount, reference, phone_sealed, phone_masked, phone_digest, status, asked_by, requested_at)
       SELECT $1, id, student_id, amount, account, '', '2547…' || n % 1000, '', 'cancelled', $1, at FROM paid WHERE n % 20 = 7`,
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
