import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const FIRST = `ARRAY['Achieng','Akinyi','Amina','Atieno','Barasa','Chebet','Cherono','Fatuma','Faith','Gathoni','Hassan','Imani',
  'Jelagat','Juma','Kamau','Kariuki','Kiprono','Kipchoge','Makena','Mercy','Moraa','Muthoni','Mwikali','Nafula','Nekesa','Njeri',
  'Nyambura','Ochieng','Odhiambo','Otieno','Rehema','Salim','Samuel','Wafula','Wairimu','Wambui','Wanjiku','Wekesa','Yusuf','Zawadi']`;
const LAST = `ARRAY['Achola','Barasa','Chepkoech','Gitau','Hassan','Kamau','Karanja','Kibet','Kimani','Kiplagat','Koech','Langat','Maina',
  'Makori','Mbugua','Mohamed','Mutua','Mwangi','Ndungu','Njoroge','Nyaga','Nyong''o','Obura','Ochieng','Odera','Okoth','Omondi',
  'Onyango','Otieno','Ouma','Owino','Rono','Simiyu','Wafula','Wainaina','Wanyama','Were','Yegon','Jepkosgei','Mwende']`;

/** Schools that are filled at once. */
const LANES = 2;

export interface Filling {
  readonly schools: number;
  readonly students: number;
  /** Passages of the gate by each student of the measured school, and of the others. */
  readonly passages: readonly [number, number];
  /** Rounds of each student's four movements: a deposit, two meals and a cash-out. */
  readonly cycles?: number;
}

/**
 * Fills an empty database with schools by plain SQL, as the superuser and past the triggers, for speed: classes, students,
 * guardians, fingerprints (empty ones), wallets with journal entries that add up, passages of the gate. The school of `measured`
 * is there already and gets the most.
 */
export async function fillPlatform(dataDir: string, measured: string, amounts: Filling): Promise<void> {
  const port = readFileSync(join(dataDir, 'postgres.port'), 'utf8').trim();
  const password = readFileSync(join(dataDir, 'keys', 'postgres-superuser.key'), 'utf8').trim();
  const open = async () => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: Number(port),
      user: 'postgres',
      password,
      database: 'mfuko',
    });
    await client.connect();
    await client.query(
      'SET session_replication_role = replica; SET statement_timeout = 0; SET synchronous_commit = off',
    );
    return client;
  };
  const lanes = await Promise.all(Array.from({ length: LANES }, open));
  const [client] = lanes;
  if (!client) return;
  try {
    await client.query(
      `INSERT INTO schools (id, county_id, code, official_name, short_name, po_box, town)
       SELECT uuidv7(), (SELECT id FROM counties ORDER BY code OFFSET n % 47 LIMIT 1), 'F' || n,
              'School No ' || n, 'S' || n, '40100', 'Kisumu'
       FROM generate_series(2, $1::int) n`,
      [amounts.schools],
    );
    const { rows } = await client.query<{ id: string }>('SELECT id FROM schools');
    const waiting = rows.map(({ id }) => id);
    const fillFrom = async (lane: pg.Client) => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
        await fillSchool(lane, id, amounts, amounts.passages[id === measured ? 0 : 1]);
    };
    await Promise.all(lanes.map(fillFrom));
    await client.query('VACUUM ANALYZE');
  } finally {
    await Promise.all(lanes.map((lane) => lane.end()));
  }
}

async function fillSchool(client: pg.Client, school: string, amounts: Filling, passages: number): Promise<void> {
  const fill = (text: string, values: unknown[] = []) => client.query(text, [school, ...values]);
  await fill(
    `INSERT INTO classes (school_id, id, name)
     SELECT $1, uuidv7(), 'Grade ' || grade || ' ' || stream
     FROM generate_series(1, 10) grade, unnest(ARRAY['East', 'West', 'North', 'South']) stream`,
  );
  await fill(
    `INSERT INTO students (school_id, id, admission_number, names, class_id)
     SELECT $1, uuidv7(), (1000 + n)::text,
            (${FIRST})[1 + (n * 7 + n / 40) % 40] || ' ' || (${LAST})[1 + (n * 11 + n / 13) % 40] || CASE WHEN n % 3 = 0 THEN ' ' || (${FIRST})[1 + n % 40] ELSE '' END,
            c.ids[1 + n % array_length(c.ids, 1)]
     FROM generate_series(1, $2::int) n, (SELECT array_agg(id) AS ids FROM classes WHERE school_id = $1) c`,
    [amounts.students],
  );
  await fill(
    `INSERT INTO guardians (school_id, id, student_id, name, mobile_number)
     SELECT $1, uuidv7(), id, 'Mzazi wa ' || names, '2547' || lpad((admission_number::int * 7919 % 100000000)::text, 8, '0')
     FROM students WHERE school_id = $1`,
  );
  await fill(
    `INSERT INTO fingerprints (school_id, id, student_id, finger, sealed_template, algorithm, quality, enrolled_by)
     SELECT $1, uuidv7(), id, 'right-index', '', 1, 80, $1 FROM students
     WHERE school_id = $1 AND admission_number::int % 10 < 8`,
  );
  await fillWallets(fill, amounts.cycles ?? 1);
  await fill(
    `INSERT INTO gate_events (school_id, id, student_id, kind, method, at, recorded_by)
     SELECT $1, uuidv7(-age), student_id, kind, 'fingerprint', now() - age, $1
     FROM (SELECT s.id AS student_id, CASE n % 2 WHEN 1 THEN 'in' ELSE 'out' END AS kind,
             (($2::int - n) / 2) * interval '1 day' + CASE n % 2 WHEN 1 THEN 9 ELSE 1 END * interval '1 hour'
               + (s.admission_number::int % 1800) * interval '1 second' AS age
           FROM students s, generate_series(1, $2::int) n WHERE s.school_id = $1) p ORDER BY age DESC`,
    [passages],
  );
  await fill(
    `INSERT INTO gate_states (school_id, student_id, kind, since, event_id)
     SELECT DISTINCT ON (student_id) school_id, student_id, kind, at, id FROM gate_events
     WHERE school_id = $1 ORDER BY student_id, at DESC`,
  );
}

/** A deposit, two meals and a cash-out with its fee for each student, `cycles` times, the last some eight days ago. */
async function fillWallets(
  fill: (text: string, values?: unknown[]) => Promise<unknown>,
  cycles: number,
): Promise<void> {
  await fill(
    `INSERT INTO accounts (school_id, id, kind)
     SELECT $1, uuidv7(), kind FROM unnest(ARRAY['cash-desk', 'canteen-income', 'platform-fees']) kind`,
  );
  await fill(
    `INSERT INTO accounts (school_id, id, kind, student_id, balance, newest_position)
     SELECT $1, id, 'wallet', id, 38950 * $2::int, 4 * $2::int FROM students WHERE school_id = $1`,
    [cycles],
  );
  const kinds = `(VALUES (1, 'deposit', 60000, 0), (2, 'canteen', 5000, 0), (3, 'canteen', 6000, 0), (4, 'cash-out', 10000, 50)) AS k (place, kind, amount, fee)`;
  await fill(
    `INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, by_user, at, reference)
     SELECT $1, uuidv7(-age), kind, student_id, amount, fee, $1, now() - age, place::text
     FROM (SELECT k.kind, k.amount, k.fee, s.id AS student_id, 4 * c + k.place AS place,
             (40 - 32.0 * (4 * c + k.place) / (4 * $2::int)) * interval '1 day' + (s.admission_number::int % 600) * interval '1 minute' AS age
           FROM students s, generate_series(0, $2::int - 1) c, ${kinds} WHERE s.school_id = $1) m ORDER BY age DESC`,
    [cycles],
  );
  await fill(
    `INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at, position, balance_after)
     SELECT $1, m.id, 1, m.student_id, CASE m.kind WHEN 'deposit' THEN m.amount ELSE -m.amount - m.fee END, m.at, m.position,
            38950 * ((m.position - 1) / 4) + (ARRAY[60000, 55000, 49000, 38950])[(m.position - 1) % 4 + 1]
     FROM (SELECT *, reference::int AS position FROM journal_entries WHERE school_id = $1) m`,
  );
  await fill(
    `INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at)
     SELECT $1, m.id, 2, a.id, CASE m.kind WHEN 'deposit' THEN -m.amount ELSE m.amount END, m.at
     FROM journal_entries m JOIN accounts a ON a.school_id = $1 AND a.student_id IS NULL
       AND a.kind = CASE m.kind WHEN 'canteen' THEN 'canteen-income' ELSE 'cash-desk' END
     WHERE m.school_id = $1`,
  );
  await fill(
    `INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at)
     SELECT $1, m.id, 3, a.id, m.fee, m.at FROM journal_entries m
     JOIN accounts a ON a.school_id = $1 AND a.kind = 'platform-fees' WHERE m.school_id = $1 AND m.fee > 0`,
  );
  await fill(
    `INSERT INTO receipts (school_id, entry_id, token)
     SELECT $1, id, upper(replace(id::text, '-', '')) FROM journal_entries WHERE school_id = $1`,
  );
  await fill(
    `INSERT INTO menu_items (school_id, id, name, quantity_per_person, price) VALUES ($1, uuidv7(), 'Githeri', 1, 5000)`,
  );
  await fill(
    `INSERT INTO meals (school_id, id, item_id, item_name, student_id, day, remaining, amount, balance, entry_id, method, by_user, at)
     SELECT $1, m.id, i.id, i.name, m.student_id, (m.at AT TIME ZONE 'Africa/Nairobi')::date, 0, m.amount, 0, m.id, 'pin', $1, m.at
     FROM journal_entries m JOIN menu_items i ON i.school_id = $1 WHERE m.school_id = $1 AND m.kind = 'canteen'`,
  );
}
