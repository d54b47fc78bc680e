import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFreshDatabase } from '../fresh-database.ts';
import { judgeStatements } from './judge.ts';
import { readStatements, type Statement } from './read-statements.ts';
import { openSources } from './source-tree.ts';

const FOLDER = 'apps/server/src/planted';
const root = mkdtempSync(join(tmpdir(), 'mfuko-statements-'));
mkdirSync(join(root, FOLDER), { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

let planted = 0;

/** Writes a file of the product's kind, and reads its statements. */
function plant(body: string): Statement[] {
  const file = `${FOLDER}/${++planted}.ts`;
  writeFileSync(join(root, file), `import type { ReadTx, Tx } from '../platform/database.ts';\n${body}\n`);
  return readStatements(openSources(root), file);
}

const FAULTS: readonly (readonly [name: string, body: string, problem: RegExp])[] = [
  [
    'a column that is not there',
    `const f = (tx: Tx) => tx.row('SELECT nmae FROM schools');`,
    /column "nmae" does not exist/,
  ],
  ['broken SQL', `const f = (tx: Tx) => tx.rows('SELECT id FROM schools WHERE');`, /syntax error/],
  [
    'a row that names what is not answered',
    `const f = (tx: Tx) => tx.row<{ id: string; title: string }>('SELECT id FROM schools');`,
    /there is no column title/,
  ],
  [
    'a bigint that is taken for a number',
    `interface Wallet { readonly balance: number }
     const f = (tx: Tx) => tx.prepared<Wallet>('w', 'SELECT balance FROM accounts', []);`,
    /balance is int8, not number/,
  ],
  [
    'a moment that is taken for a text, in a list',
    `const f = (tx: Tx) => tx.rows<{ days: string[] }>('SELECT array_agg(created_at) AS days FROM schools');`,
    /days is _timestamptz, not list/,
  ],
  [
    'a column that may be null',
    `const f = (tx: Tx) => tx.row<{ userId: string }>('SELECT user_id AS "userId" FROM accounts');`,
    /userId may be null/,
  ],
  [
    'a row that a function’s answer names',
    `interface School { readonly id: bigint }
     export function f(tx: ReadTx): Promise<School[]> { return tx.rows('SELECT id FROM schools'); }`,
    /id is uuid, not bigint/,
  ],
  [
    'one row that a function’s answer names',
    `export async function f(tx: ReadTx): Promise<{ id: bigint } | undefined> { return tx.row('SELECT id FROM schools'); }`,
    /id is uuid, not bigint/,
  ],
  [
    'a write in a read',
    `const f = (tx: ReadTx) => tx.row('DELETE FROM idempotency_keys');`,
    /its transaction is one that reads/,
  ],
  [
    'a function that writes, in a read',
    `const f = (tx: ReadTx) => tx.row('SELECT enqueue_receipt($1, $2, $3)');`,
    /its transaction is one that reads/,
  ],
  [
    'a lock in a read',
    `const f = (tx: ReadTx) => tx.row('SELECT pg_advisory_xact_lock(1)');`,
    /its transaction is one that reads/,
  ],
  [
    'a held row in a read of a call',
    `const f = (call) => call.read((tx) => tx.row('SELECT id FROM schools FOR UPDATE'));`,
    /its transaction is one that reads/,
  ],
  ['what the role may not do', `const f = (tx: Tx) => tx.row('SELECT name FROM migrations');`, /permission denied/],
  [
    'a list that is searched by what it does not have',
    `const f = (tx) => readPage<{ id: string }>(tx, query, { sql: 'SELECT id FROM schools', values: [], searched: ['town'], sort: 'id', tie: 'id' });`,
    /there is no column town/,
  ],
  [
    'one of several texts',
    `const f = (tx: Tx, all: boolean) => tx.row(all ? 'SELECT id FROM schools' : 'SELECT id FROM scools');`,
    /relation "scools" does not exist/,
  ],
  [
    'a part that a function makes',
    `const named = (of: string) => \`\${of}.first_name || ' ' || \${of}.last_nam\`;
     const USERS = \`SELECT \${named('u')} AS names FROM users u\`;
     const f = (tx: Tx) => tx.row(\`\${USERS} WHERE id = $1\`);`,
    /last_nam does not exist/,
  ],
  [
    'what the calls of a function hand in',
    `interface Rule { readonly table: string; readonly column: string }
     const count = (tx: Tx, { table, column }: Rule) => tx.row(\`SELECT \${column} FROM \${table}\`);
     const a = (tx: Tx) => count(tx, { table: 'meals', column: 'quantity' });
     const b = (tx: Tx) => count(tx, { table: 'schools', column: 'town' });`,
    /column "quantity" does not exist/,
  ],
];

describe('the check of SQL statements', () => {
  let judge: (statements: readonly Statement[], exempt?: Record<string, string>) => Promise<string[]>;
  let close = () => {};

  beforeAll(async () => {
    const closed = new Promise<void>((resolve) => (close = resolve));
    await new Promise<void>((opened, failed) => {
      withFreshDatabase(async (database) => {
        judge = (statements, neverNull = {}) =>
          judgeStatements(statements, database, { neverNull, madeWhileRunning: {} });
        opened();
        await closed;
      }).catch(failed);
    });
  }, 60_000);
  afterAll(() => close());

  it.each(FAULTS)('reports %s', async (_name, body, problem) => {
    expect(await judge(plant(body))).toEqual([expect.stringMatching(problem)]);
  });

  it('accepts correct statements', async () => {
    const right = plant(`
      const BY_ID = 'WHERE id = $1';
      type Found = { readonly id: string; readonly code: 'a' | 'b'; readonly since: Date; readonly pobox?: string | null };
      const f = (tx: ReadTx) => tx.row<Found>(\`SELECT id, code, created_at AS since, po_box AS pobox FROM schools \${BY_ID}\`);
      const g = (tx: Tx) => tx.row<{ userId: string }>('SELECT user_id AS "userId" FROM accounts WHERE user_id IS NOT NULL');
    `);
    expect(right).toHaveLength(2);
    expect(await judge(right)).toEqual([]);
  });

  it('accepts an exempt column, and reports an exemption that is not needed', async () => {
    const [statement] = plant(
      `const f = (tx: Tx) => tx.row<{ userId: string }>('SELECT user_id AS "userId" FROM accounts');`,
    );
    if (!statement) throw new Error('The file has no statement.');
    const key = `${statement.where.replace(/:\d+$/, '')}: userId`;
    expect(await judge([statement], { [key]: 'for a test' })).toEqual([]);
    expect(await judge([], { [key]: 'for a test' })).toEqual([`${key}: is exempt, and need not be`]);
  });
});

it.each([
  ['is made while running', 'const f = (tx: Tx, text: string) => tx.row(text.toUpperCase());'],
  [
    'has input in it (SQL injection)',
    `export const f = (tx: Tx, input: { name: string }) => tx.rows('SELECT id FROM students WHERE names = ' + input.name);`,
  ],
  ['others may hand in too', `export const f = (tx: Tx, text: string) => tx.row(text); f(tx, 'SELECT 1');`],
])('readStatements leaves a text unresolved that %s', (_name, body) => {
  expect(plant(body).map(({ texts }) => texts)).toEqual([null]);
});
