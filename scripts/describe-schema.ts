import pg from 'pg';
import { APP_ROLE } from '../apps/server/src/platform/database/app-role.ts';
import { placeOf } from './table-places.ts';

interface Table {
  readonly oid: number;
  readonly name: string;
  readonly forced: boolean;
  readonly grants: string | null;
}

/** Describes the schema that the migrations produce; the same schema gives the same text on every machine. */
export async function describeSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const lines = async (text: string, values: unknown[] = []): Promise<string[]> =>
    (await client.query<{ line: string }>(text, values)).rows.map((row) => row.line);
  try {
    const parts = [
      '-- Made from the migrations by `npm run db:schema`, for reading; `npm run check` holds the tables to their law by it.\n',
    ];
    const { rows: tables } = await client.query<Table>(TABLES, [APP_ROLE]);
    for (const table of tables) {
      const inside = [...(await lines(COLUMNS, [table.oid])), ...(await lines(CONSTRAINTS, [table.oid]))];
      parts.push(
        [
          `-- ${placeOf(table.name)}`,
          `CREATE TABLE ${table.name} (`,
          inside.map((line) => `  ${line}`).join(',\n'),
          ');',
          ...(await lines(INDEXES, [table.oid])),
          ...(table.forced ? [`ALTER TABLE ${table.name} FORCE ROW LEVEL SECURITY;`] : []),
          ...(await lines(POLICIES, [table.oid])),
          ...(await lines(TRIGGERS, [table.oid])),
          ...(table.grants ? [`GRANT ${table.grants} ON ${table.name} TO ${APP_ROLE};`] : []),
          ...(await lines(COLUMN_GRANTS, [table.oid, APP_ROLE])),
          '',
        ].join('\n'),
      );
    }
    parts.push(...(await lines(OTHERS)), ...(await lines(FUNCTIONS, [APP_ROLE])));
    return `${parts.join('\n').trimEnd()}\n`;
  } finally {
    await client.end();
  }
}

// Names are sorted by bytes, so that the order does not depend on the locale.
const TABLES = `
  SELECT c.oid, c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
    (SELECT string_agg(DISTINCT privilege_type, ', ' ORDER BY privilege_type)
     FROM aclexplode(c.relacl) WHERE grantee = (SELECT oid FROM pg_roles WHERE rolname = $1)) AS grants
  FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
  ORDER BY c.relname COLLATE "C"`;

const COLUMNS = `
  SELECT concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN 'NOT NULL' END,
    CASE WHEN a.attgenerated <> '' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
         WHEN a.attidentity <> '' THEN 'GENERATED ' || CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END || ' AS IDENTITY'
         WHEN d.adbin IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END) AS line
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum`;

const COLUMN_GRANTS = `
  SELECT format('GRANT %s (%s) ON %s TO %s;', g.privilege_type, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum),
    a.attrelid::regclass, $2::text) AS line
  FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) AS g
  WHERE a.attrelid = $1 AND NOT a.attisdropped AND g.grantee = (SELECT oid FROM pg_roles WHERE rolname = $2)
  GROUP BY a.attrelid, g.privilege_type ORDER BY g.privilege_type`;

const CONSTRAINTS = `
  SELECT 'CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) AS line
  FROM pg_constraint
  WHERE conrelid = $1 AND contype IN ('p', 'u', 'f', 'c', 'x')
  ORDER BY position(contype::text IN 'pufcx'), conname COLLATE "C"`;

const INDEXES = `
  SELECT pg_get_indexdef(i.indexrelid) || ';' AS line
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE i.indrelid = $1 AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY c.relname COLLATE "C"`;

const POLICIES = `
  SELECT concat_ws(' ', 'CREATE POLICY', quote_ident(p.polname), 'ON', p.polrelid::regclass,
    CASE WHEN NOT p.polpermissive THEN 'AS RESTRICTIVE' END,
    'FOR ' || CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
    'USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
    'WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') || ';' AS line
  FROM pg_policy p WHERE p.polrelid = $1 ORDER BY p.polname COLLATE "C"`;

const TRIGGERS = `
  SELECT pg_get_triggerdef(oid) || ';' AS line FROM pg_trigger
  WHERE tgrelid = $1 AND NOT tgisinternal ORDER BY tgname COLLATE "C"`;

const OTHERS = `
  SELECT CASE c.relkind WHEN 'S' THEN 'CREATE SEQUENCE ' || c.relname || ';'
         ELSE 'CREATE ' || CASE c.relkind WHEN 'm' THEN 'MATERIALIZED ' ELSE '' END || 'VIEW ' || c.relname || ' AS' || E'\\n' || pg_get_viewdef(c.oid)
         END || E'\\n' AS line
  FROM pg_class c
  WHERE c.relkind IN ('v', 'm', 'S') AND c.relnamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('i', 'e'))
  ORDER BY c.relname COLLATE "C"`;

const FUNCTIONS = `
  SELECT rtrim(pg_get_functiondef(p.oid), E'\\n') || E';\\n'
    || CASE WHEN has_function_privilege($1, p.oid, 'EXECUTE') THEN '' ELSE '-- Not for ' || $1 || E'.\\n' END AS line
  FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  ORDER BY p.proname COLLATE "C", pg_get_function_identity_arguments(p.oid) COLLATE "C"`;
