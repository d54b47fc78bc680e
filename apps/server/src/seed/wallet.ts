import type { AppContext } from '../platform/process/app-context.ts';
import type { DemoSchool } from './people.ts';

/**
 * Seeds three months of pocket money: a large deposit at the start and one each fortnight, lunches on school days, some cash-outs. Rows
 * are written as the ledger writes them, each journal entry with its legs and running balance, so that every check of the ledger
 * passes. Amounts are derived from the student's number, so that each first start yields the same.
 */
export async function seedWallet(context: AppContext, demo: DemoSchool): Promise<void> {
  await context.db.inSchool(demo.schoolId, async (tx) => {
    // A slow machine may need longer for three months of data than the default timeout allows.
    await tx.row(`SET LOCAL statement_timeout = '60s'`);
    await tx.row(
      `CREATE TEMPORARY TABLE demo_money ON COMMIT DROP AS
       SELECT id, student_id, kind, amount, at, sign,
              row_number() OVER wallet AS position,
              (sum(sign * amount) OVER wallet)::bigint AS balance
       FROM (
         SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(student_id::text || at), 1, 3)
                 || '8' || substr(md5(at || kind || student_id), 1, 15))::uuid AS id,
                student_id, kind, amount, at, CASE kind WHEN 'deposit' THEN 1 ELSE -1 END AS sign
         FROM (
           SELECT s.id AS student_id, d.kind, d.cents + (abs(hashtext(concat_ws(' ', s.admission_number, d.day, d.kind))) % d.steps) * d.step AS amount,
                  (current_date - d.day + d.hour) AT TIME ZONE 'Africa/Nairobi'
                    + (abs(hashtext(concat_ws(' ', s.admission_number, d.kind, d.day))) % 5400) * interval '1 second' AS at
           FROM (SELECT id, admission_number FROM students WHERE school_id = $1 AND id = ANY($2)) AS s
           CROSS JOIN (
             SELECT 'deposit' AS kind, day, time '08:00' AS hour, CASE day WHEN 91 THEN 150000 ELSE 40000 END AS cents, 5000 AS step,
                    9 AS steps
             FROM generate_series(7, 91, 14) AS day
             UNION ALL
             SELECT 'canteen', day, time '12:30', 3000, 500, 6 FROM generate_series(1, 90, 3) AS day
             WHERE extract(isodow FROM current_date - day) < 6
             UNION ALL
             SELECT 'cash-out', day, time '16:10', 5000, 1000, 9 FROM generate_series(4, 90, 17) AS day
           ) AS d
         ) AS wanted
         WHERE at < now()
       ) AS movements
       WINDOW wallet AS (PARTITION BY student_id ORDER BY at, id)`,
      [demo.schoolId, demo.students.map((student) => student.id)],
    );
    await tx.row(
      `INSERT INTO accounts (school_id, id, kind, student_id, balance, newest_position)
       SELECT DISTINCT ON (student_id) $1, student_id, 'wallet', student_id, balance, position FROM demo_money
       ORDER BY student_id, position DESC`,
      [demo.schoolId],
    );
    await tx.row(
      `INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, method, by_user, at)
       SELECT $1, id, kind, student_id, amount, 0, CASE WHEN kind = 'deposit' THEN NULL ELSE 'fingerprint' END, $2, at
       FROM demo_money`,
      [demo.schoolId, demo.bursarId],
    );
    await tx.row(
      `INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at, position, balance_after)
       SELECT $1, id, 1, student_id, sign * amount, at, position, balance FROM demo_money
       UNION ALL
       SELECT $1, m.id, 2, a.account, -m.sign * m.amount, m.at, NULL, NULL FROM demo_money m
       JOIN (VALUES ('deposit', school_account($1, 'cash-desk')), ('cash-out', school_account($1, 'cash-desk')),
                    ('canteen', school_account($1, 'canteen-income'))) AS a(kind, account) ON a.kind = m.kind`,
      [demo.schoolId],
    );
    await tx.row(
      `INSERT INTO receipts (school_id, entry_id, token)
       SELECT $1, id, upper(substr(translate(md5(id::text || random()), 'ilou', '7777'), 1, 16)) FROM demo_money`,
      [demo.schoolId],
    );
  });
}
