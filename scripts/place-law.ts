import { APART, BEYOND } from './table-places.ts';

const SCHOOL = 'school_id';
const OWN_SCHOOL = `FOR ALL USING ((school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid));`;
const OWN_ROW = OWN_SCHOOL.replace('((school_id', '((id');
const HERE = 'scripts/table-places.ts';

/**
 * Finds tables of a schema, as describe-schema.ts wrote it, without a correct declaration of the place of their rows and of who can see
 * them.
 */
export function findMisplaced(
  schema: string,
  lists: { APART: typeof APART; BEYOND: typeof BEYOND } = { APART, BEYOND },
): string[] {
  const tables = readTables(schema);
  const found = tables.flatMap((table) => misplaced(table, lists).map((what) => `table ${table.name}: ${what}`));
  const names = new Set(tables.map(({ name }) => name));
  for (const name of new Set([...Object.keys(lists.APART), ...Object.keys(lists.BEYOND)]))
    if (!names.has(name)) found.push(`table ${name} of ${HERE} is not there`);
  return found;
}

interface Table {
  readonly name: string;
  readonly inside: string;
  readonly policies: ReadonlyMap<string, string>;
  readonly forced: boolean;
  /** Columns of its primary key and of each other key that makes rows unique. */
  readonly keys: readonly string[];
  readonly references: readonly (readonly [columns: string, table: string])[];
}

function readTables(schema: string): Table[] {
  return schema.split(/^(?=CREATE TABLE )/m).flatMap((part) => {
    const [, name, inside = '', after = ''] =
      /^CREATE TABLE (\w+) \(\n([\s\S]*?)\n\);\n([\s\S]*?)(?:\n\n|$)/.exec(part) ?? [];
    if (name === undefined) return [];
    const all = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, a = '', b = '']) => [a, b] as const);
    const keys = [
      ...all(inside, /(?:PRIMARY KEY|UNIQUE(?: NULLS NOT DISTINCT)?) \(([^)]*)\)/g),
      ...all(after, /^CREATE UNIQUE INDEX .*? USING \w+ \((.*)\)/gm),
    ].map(([columns]) => columns);
    return {
      ...{ name, inside, keys },
      policies: new Map(all(after, /^CREATE POLICY (\w+) ON \w+ (.*)$/gm)),
      forced: /^ALTER TABLE \w+ FORCE ROW LEVEL SECURITY;$/m.test(after),
      references: all(inside, /FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)/g),
    };
  });
}

function misplaced(
  table: Table,
  { APART: apart, BEYOND: beyond }: { APART: typeof APART; BEYOND: typeof BEYOND },
): string[] {
  const { name, inside, policies, forced, keys, references } = table;
  const [place] = apart[name] ?? (['distributed'] as const);
  const found: string[] = [];
  const ofSchools = new RegExp(`^  ${SCHOOL} `, 'm').test(inside) || name === 'schools';
  if (!ofSchools)
    return place === 'distributed' ? [`it has no ${SCHOOL}: say in ${HERE} why it is not spread by school`] : [];
  if (name !== 'schools' && !new RegExp(`^  ${SCHOOL} uuid NOT NULL`, 'm').test(inside))
    found.push(`each of its rows has to have its ${SCHOOL}`);
  if (!forced) found.push('row-level security has to be forced: enable_row_security');
  if (policies.get('own_school') !== (name === 'schools' ? OWN_ROW : OWN_SCHOOL))
    found.push('own_school has to be its policy, as enable_row_security writes it');
  for (const policy of policies.keys())
    if (policy !== 'own_school' && beyond[name]?.[policy] === undefined)
      found.push(`${policy} lets others than the own school at it: say in ${HERE} for what`);
  for (const policy of Object.keys(beyond[name] ?? {}))
    if (!policies.has(policy)) found.push(`it has no policy ${policy}, of which ${HERE} tells`);
  if (place !== 'distributed') return found;
  for (const key of keys) if (!/^school_id\b/.test(key)) found.push(`the key (${key}) does not begin with ${SCHOOL}`);
  for (const [columns, other] of references)
    if (!/^school_id\b/.test(columns) || apart[other]?.[0] === 'local')
      found.push(`(${columns}) refers to ${other}, which stands elsewhere`);
  return found;
}
