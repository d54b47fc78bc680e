import type pg from 'pg';

/** Table of the product or of its job queue. */
export interface TableOfCatalog {
  readonly schema: string;
  readonly name: string;
  /** Name in a backup: `schema.name`. */
  readonly path: string;
  /** Quoted name for SQL statements. */
  readonly sql: string;
  /** Stored columns in their order; generated columns are computed on restore. */
  readonly columns: string[];
  /** True when row-level security is forced on the owner too. */
  readonly forced: boolean;
  readonly readable: boolean;
}

/** Lists the tables of a database by name, without those of extensions. */
export async function readTables(client: pg.Client): Promise<TableOfCatalog[]> {
  const { rows } = await client.query<TableOfCatalog>(
    `SELECT n.nspname AS schema, c.relname AS name, n.nspname || '.' || c.relname AS path,
            quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS sql, c.relforcerowsecurity AS forced,
            has_table_privilege(c.oid, 'SELECT') AS readable,
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'graphile_worker')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`,
  );
  return rows;
}

/** Returns the quoted column list for COPY. */
export function columnList(client: pg.Client, columns: readonly string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ');
}
