import { createHash } from 'node:crypto';
import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { KeyError, type Sealing, sealingOf } from '../platform/crypto/keys.ts';
import type { SealedTable } from '../platform/crypto/sealed-table.ts';

const PAGE = 500;

/** Order-independent checksum of a table's values: their number, and a hash over each plaintext and its place. */
export interface Sum {
  values: number;
  readonly hash: Buffer;
}

type Row = Record<string, unknown> & { ctid: string };

/**
 * Reseals every value of a table under another master key, and returns the checksum of the plaintexts. Throws ConfigError where a value
 * does not open.
 */
export async function resealTable(client: pg.Client, table: SealedTable, from: Buffer, to: Buffer): Promise<Sum> {
  const [opens, seals] = [sealingOf(from, table.under), sealingOf(to, table.under)];
  return walk(client, table, opens, async (rows) => {
    const values = table.columns.map((column) =>
      rows.map(({ row, plain }) => {
        const text = plain[column];
        return text === undefined ? row[column] : asStored(table, seals.seal(row.context, text));
      }),
    );
    const type = table.base64 ? 'text[]' : 'bytea[]';
    const names = table.columns.map((_column, place) => `v${place}`);
    const name = client.escapeIdentifier(table.table);
    // Addresses the rows by ctid, which is stable while the table is locked.
    await client.query(
      `UPDATE ${name} AS t SET ${table.columns.map((column, place) => `${client.escapeIdentifier(column)} = r.v${place}`).join(', ')}
       FROM unnest($1::tid[], ${names.map((_name, place) => `$${place + 2}::${type}`).join(', ')}) AS r (place, ${names.join(', ')})
       WHERE t.ctid = ANY($1::tid[]) AND t.ctid = r.place`,
      [rows.map(({ row }) => row.ctid), ...values],
    );
  });
}

/** Opens every value of a table, and returns the checksum of the plaintexts. Throws ConfigError where a value does not open. */
export function openTable(client: pg.Client, table: SealedTable, master: Buffer): Promise<Sum> {
  return walk(client, table, sealingOf(master, table.under), async () => undefined);
}

interface OpenRow {
  readonly row: Row & { context: string };
  readonly plain: Readonly<Record<string, Buffer>>;
}

async function walk(
  client: pg.Client,
  table: SealedTable,
  opens: Sealing,
  each: (rows: readonly OpenRow[]) => Promise<void>,
): Promise<Sum> {
  const sum: Sum = { values: 0, hash: Buffer.alloc(32) };
  const columns = [
    ...table.key.map(
      (column) => `${client.escapeIdentifier(column)}::text AS ${client.escapeIdentifier(`key ${column}`)}`,
    ),
    ...table.columns.map((column) => client.escapeIdentifier(column)),
  ];
  await client.query(
    `DECLARE sealed NO SCROLL CURSOR FOR SELECT ctid::text AS ctid, ${columns.join(', ')} FROM ${client.escapeIdentifier(table.table)}`,
  );
  for (;;) {
    const { rows } = await client.query(`FETCH ${PAGE} FROM sealed`);
    if (rows.length === 0) break;
    const opened = (rows as Row[]).map((row) => openRow(table, opens, row));
    for (const one of opened)
      for (const [column, plain] of Object.entries(one.plain))
        add(sum, `${table.table} ${one.row.context} ${column}`, plain);
    await each(opened.filter(({ plain }) => Object.keys(plain).length > 0));
  }
  await client.query('CLOSE sealed');
  return sum;
}

function openRow(table: SealedTable, opens: Sealing, row: Row): OpenRow {
  const key = Object.fromEntries(table.key.map((column) => [column, String(row[`key ${column}`])]));
  const context = table.context(key);
  const plain: Record<string, Buffer> = {};
  for (const column of table.columns) {
    const stored = row[column] as Buffer | string | null;
    if (stored === null || stored.length === 0) continue;
    try {
      plain[column] = opens.open(context, typeof stored === 'string' ? Buffer.from(stored, 'base64') : stored);
    } catch (error) {
      if (!(error instanceof KeyError)) throw error;
      throw new ConfigError(
        `A value does not open (${table.table}.${column}, ${Object.values(key).join(' ')}), so nothing was changed: call support.`,
      );
    }
  }
  return { row: { ...row, context }, plain };
}

function asStored(table: SealedTable, sealed: Buffer): Buffer | string {
  return table.base64 ? sealed.toString('base64') : sealed;
}

function add(sum: Sum, place: string, plain: Buffer): void {
  const hash = createHash('sha256').update(`${place}\n`).update(plain).digest();
  for (let byte = 0; byte < hash.length; byte += 1) sum.hash[byte] = (sum.hash[byte] ?? 0) ^ (hash[byte] ?? 0);
  sum.values += 1;
}
