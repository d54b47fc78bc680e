import type pg from 'pg';

export interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly mark: string | null;
}

/** Lists all columns of a school's tables that may hold plaintext. */
export async function columnsWithWords(owner: pg.Client): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type, col_description(c.oid, a.attnum) AS mark
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND a.atttypid IN ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
       AND EXISTS (SELECT 1 FROM pg_attribute s WHERE s.attrelid = c.oid AND s.attname = 'school_id')
     ORDER BY 1, 2`,
  );
  return rows;
}

/** Values that cannot be derived from the catalog. */
const VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bus_trips: { papers_over: ['insurance'], papers_by: crypto.randomUUID() },
  buses: { plate: 'KDA 001A', permitted_on: '2026-01-05', permitted_by: crypto.randomUUID() },
  consent_withdrawals: { purpose: 'fingerprint' },
  consents: { purpose: 'fingerprint' },
  devices: { serial_number: 'GATE-1' },
  exeats: {
    return_by: '2026-01-06T08:00:00Z',
    cancelled_by: crypto.randomUUID(),
    cancelled_at: '2026-01-05T09:00:00Z',
  },
  gate_exceptions: { settled_by: crypto.randomUUID(), settled_at: '2026-01-05T09:00:00Z' },
  guardian_codes: { purpose: 'collector' },
  journal_entries: { kind: 'float' },
  meal_windows: { starts: '10:00', ends: '11:00' },
  meals: { amount: 0, subsidy: 0 },
  // A payment that may still be booked keeps its student.
  payments: { receipt: 'UAFB4CK123', reported_at: '2026-01-05T09:00:00Z' },
  refunds: { amount: 1_000, left_over: 0 },
  stk_pushes: { amount: 100 },
  student_items: { price: 0 },
  suspense_proposals: { way: 'return' },
};

/**
 * Inserts a row that satisfies the table's checks, with a text in some columns. Foreign keys and triggers are disabled, as in a
 * replica's session.
 */
export async function plant(owner: pg.Client, school: string, table: string, texts: Readonly<Record<string, unknown>>) {
  const { rows } = await owner.query<{ name: string; type: string; first: string | null }>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
            (SELECT substring(pg_get_constraintdef(k.oid) FROM '\\m' || a.attname || ' = ANY \\(ARRAY\\[''([^'']*)''')
             FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'c'
               AND pg_get_constraintdef(k.oid) ~ ('\\m' || a.attname || ' = ANY \\(ARRAY\\[''') LIMIT 1) AS first
     FROM pg_attribute a
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull AND NOT a.atthasdef`,
    [table],
  );
  const row = Object.fromEntries(
    rows.map(({ name, type, first }) => [name, name === 'school_id' ? school : (first ?? madeUp(type))]),
  );
  const whole = { ...row, ...VALUES[table], ...texts };
  const names = Object.keys(whole)
    .map((name) => owner.escapeIdentifier(name))
    .join(', ');
  await owner.query(`INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::${table}, $1)`, [
    JSON.stringify(whole),
  ]);
}

function madeUp(type: string): unknown {
  if (type === 'uuid') return crypto.randomUUID();
  if (type === 'date') return '2026-01-05';
  if (type.startsWith('time')) return '2026-01-05T08:00:00Z';
  if (type === 'boolean') return false;
  if (type === 'bytea') return `\\x${'00'.repeat(32)}`;
  if (type === 'jsonb') return {};
  if (type.endsWith('[]')) return [];
  return type === 'text' ? 'x' : 1;
}
