import type { Endpoint } from '@mfuko/contract/endpoint';
import { type FieldError, readFieldError } from '@mfuko/contract/field-errors';
import { FIELD_WORDS } from '@mfuko/contract/field-words';
import { PROBLEM_STATUS, type Problem } from '@mfuko/contract/problem';
import fc from 'fast-check';
import pg from 'pg';
import { z } from 'zod';

/**
 * May change: what a refused call may leave behind: counters of failures, the audit trail, the memory of keys, the time
 * of the last call, and since when its account is heard.
 */
const MAY_CHANGE = new Set([
  'audit_events',
  'audit_waiting',
  'idempotency_keys',
  'device_heartbeats',
  'device_presences',
  'student_locks',
  'student_tries',
  'failed_attempts',
  'list_reads',
  'sessions',
  'account_presences',
  'sign_in_codes',
]);

export interface ChangeRecorder {
  /** Number of statements that have changed anything for good. */
  changes(): Promise<number>;
  /** Begins to count anew: each shot counts twice, and the changes of all calls before would be read each time. */
  forget(): Promise<void>;
  owner: pg.Client;
  close(): Promise<void>;
}

/** Makes every table report its committed changes, except those that a refusal may make. */
export async function recordChanges(ownerUrl: string): Promise<ChangeRecorder> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
  await owner.query(`
    CREATE TABLE witnessed (what text NOT NULL);
    CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN INSERT INTO witnessed VALUES (TG_TABLE_NAME); RETURN NULL; END $$;`);
  const tables = await owner.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'witnessed'`,
  );
  for (const { name } of tables.rows.filter((table) => !MAY_CHANGE.has(table.name))) {
    await owner.query(
      `CREATE TRIGGER witness AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION witness()`,
    );
  }
  return {
    owner,
    async changes() {
      const { rows } = await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM witnessed');
      return rows[0]?.count ?? 0;
    },
    forget: async () => void (await owner.query('TRUNCATE witnessed')),
    close: () => owner.end(),
  };
}

/** Lets the owner of the tables see every school. Row-level security still holds for the application's role. */
export async function disableRowSecurity(owner: pg.Client): Promise<void> {
  const walled = await owner.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relforcerowsecurity`,
  );
  for (const { name } of walled.rows) await owner.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
}

/** Reason for which an answer is not one that the contract knows; null where it is. */
export function contractViolationOf(status: number, text: string): string | null {
  if (status === 200 || status === 302) return null;
  if (status >= 500) return `status ${status}`;
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return 'is no JSON';
  }
  const expected = PROBLEM_STATUS[body.problem as Problem];
  if (expected === undefined) return `unknown problem ${String(body.problem)}`;
  if (expected !== status || body.code !== String(status))
    return `${String(body.problem)} as ${status}, code ${String(body.code)}`;
  if (typeof body.message !== 'string' || body.message === '') return 'no message';
  if (Object.keys(body).some((name) => !['code', 'message', 'problem', 'detail'].includes(name)))
    return 'more than it should say';
  if (text.length > 4_096) return `says too much: ${text.length} characters`;
  return whyFieldsWrong(body.detail as WrongFields | undefined);
}

interface WrongFields {
  readonly fields?: Readonly<Record<string, string>>;
  readonly fieldCodes?: Readonly<Record<string, FieldError>>;
}

/** Each field that is named in words is named by a code too, and none in the spelling of a schema's message. */
function whyFieldsWrong({ fields = {}, fieldCodes = {} }: WrongFields = {}): string | null {
  if (Object.keys(fields).join() !== Object.keys(fieldCodes).join()) return 'fields without a code';
  for (const [field, words] of Object.entries(fields)) {
    const { code } = fieldCodes[field] ?? {};
    if (code === undefined || !Object.hasOwn(FIELD_WORDS, code)) return `unknown code ${code} at ${field}`;
    if (readFieldError(words)) return `a schema's message: ${words}`;
    // Only the library's own texts may say more than the code.
    if (code === 'form' && words !== FIELD_WORDS.form && !/^(Invalid|Unrecognized)/.test(words))
      return `words without a code at ${field}: ${words}`;
  }
  return null;
}

/** The fields of a call's input, whatever its schema is wrapped in. */
function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.core.$ZodType>;
  if (schema instanceof z.ZodPipe) return { ...shapeOf(schema.def.in), ...shapeOf(schema.def.out) };
  return {};
}

/** Input that a call might take: known values by name, others by their type, so that a bad one is not lost behind others. */
export function plausible(endpoint: Endpoint, known: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(shapeOf(endpoint.input)).filter(([name]) => !endpoint.files?.includes(name));
  return Object.fromEntries(
    fields.map(([name, schema]) => [
      name,
      known[name] ?? aValueFor(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), known),
    ]),
  );
}

type Described = z.core.JSONSchema.BaseSchema;

function aValueFor(schema: Described, known: Readonly<Record<string, unknown>>): unknown {
  if (schema.enum) return schema.enum[0];
  const [one] = schema.anyOf ?? [];
  if (one) return aValueFor(one as Described, known);
  if (schema.type === 'array') return [aValueFor((schema.items ?? {}) as Described, known)];
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  // A digit is a word, an amount and a number plate.
  if (schema.type !== 'object') return '1';
  const inner = Object.entries((schema.properties ?? {}) as Record<string, Described>);
  return Object.fromEntries(inner.map(([name, each]) => [name, known[name] ?? aValueFor(each, known)]));
}

const text100k = 'a'.repeat(100_000);

/** Values that no user of a school would send. */
export const NASTY: readonly unknown[] = [
  null,
  true,
  false,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { $gt: '' },
  0,
  -0,
  -1,
  0.1,
  1e21,
  1e308,
  -1e308,
  2 ** 53 + 2,
  2 ** 53 - 1,
  1e-7,
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '-5',
  '1.234',
  '٣',
  '１２',
  "' OR 1=1 --",
  "'; DROP TABLE students; --",
  '$1',
  '%',
  '\\',
  "\\'; SELECT pg_sleep(9); --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=cmd|calc',
  '../../etc/passwd',
  '%00',
  '$\x7b7*7}',
  '{{7*7}}',
  '\r\nSet-Cookie: a=b',
  '\u202e',
  text100k,
  '1'.repeat(100_000),
  ' '.repeat(100_000),
  'a@'.repeat(50_000),
  `a@${'a.'.repeat(50_000)}`,
  '254712345678'.repeat(8_000),
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2024-02-30T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01890000-0000-7000-8000-000000000000',
  { __proto__: null, constructor: { prototype: { polluted: true } } },
  { bytes: 'x' },
  { bytes: [1], filename: 'a', mimetype: 'b' },
  { length: 1e9 },
  { toString: 1 },
  Object.fromEntries([['then', 1]]),
  { toJSON: 1 },
  'data:image/png;base64,',
  'data:image/png;base64,AAAA',
  'AAA',
  '====',
];

let anyValue: fc.Arbitrary<unknown> | undefined;

/** Made at its first use: its tables of letters take more than a second, and most files that read this one send nothing hostile. */
function anything(): fc.Arbitrary<unknown> {
  anyValue ??= fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NASTY) },
    {
      weight: 2,
      arbitrary: fc.anything({
        maxDepth: 3,
        withNullPrototype: false,
        withUnicodeString: true,
      }) as fc.Arbitrary<unknown>,
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
  return anyValue;
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, above: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || above.length > 4) return [above];
  const inner = Object.entries(value).flatMap(([name, each]) => pathsOf(each, [...above, name]));
  return above.length ? [above, ...inner] : inner;
}

function put(input: Record<string, unknown>, path: Path, value: unknown): void {
  let at = input;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    if (typeof next !== 'object' || next === null) return;
    at = next as Record<string, unknown>;
  }
  at[path.at(-1) ?? 'input'] = value;
}

const STRANGE_NAMES = [
  'constructor',
  'prototype',
  'schoolSYSID',
  'balance',
  'role',
  'toString',
  'a'.repeat(5_000),
  '\u0000',
];

/** A call's input with some of its fields, at any depth, replaced, left out, or added to. */
export function corruptedInput(base: Record<string, unknown>): fc.Arbitrary<string> {
  const paths = fc.constantFrom<Path[]>(['input'], ...pathsOf(base));
  return fc
    .record({
      replaced: fc.array(fc.tuple(paths, anything()), { minLength: 1, maxLength: 2 }),
      dropped: fc.option(paths),
      added: fc.option(fc.tuple(fc.constantFrom(...STRANGE_NAMES), anything())),
    })
    .map(({ replaced, dropped, added }) => {
      const input = structuredClone(base);
      for (const [path, value] of replaced) put(input, path, value);
      if (dropped !== null) put(input, dropped, undefined);
      if (added) input[added[0]] = added[1];
      try {
        return (
          JSON.stringify(input, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)) ?? 'null'
        );
      } catch {
        return '{';
      }
    });
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Bodies that are no proper input of any call. */
export const BODIES: readonly (readonly [string, string | Buffer])[] = [
  [json, ''],
  [json, '{'],
  [json, 'null'],
  [json, '[]'],
  [json, '"text"'],
  [json, '1e999'],
  [json, '{"a":1,}'],
  [json, '\ufeff{}'],
  [json, '{"__proto__":{"polluted":true}}'],
  [json, '{"a":{"__proto__":{"polluted":true}}}'],
  [json, '{"constructor":{"prototype":{"polluted":true}}}'],
  [json, `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  [json, `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
  [json, `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":0`).join()}}`],
  [json, Buffer.from('{"a":"\xff\xfe"}', 'latin1')],
  [`${json}; charset=utf-16`, '{}'],
  [`${json}; charset="`, '{}'],
  ['text/plain', '{}'],
  ['text/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['', '{}'],
  ['a', '{}'],
  ['json/', '{}'],
  [form, '__proto__=1&__proto__[polluted]=1&constructor[prototype][polluted]=1'],
  [form, 'a=%'],
  [form, 'a=%00&b=%ff'],
  [form, '&'.repeat(10_000)],
  [form, Array.from({ length: 5_000 }, (_, i) => `k${i}=1`).join('&')],
];

const line = '\r\n';
const part = (head: string, body = 'x') => `--b${line}${head}${line}${line}${body}${line}`;
const field = (name: string, body?: string) => part(`Content-Disposition: form-data; name="${name}"`, body);
const file = (name: string, body?: string) =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.png"${line}Content-Type: image/png`, body);
const end = `--b--${line}`;
const multi = 'multipart/form-data; boundary=b';

/** Multipart bodies that are broken, or too much of a good thing. */
export const FORMS: readonly (readonly [string, string])[] = [
  [multi, ''],
  [multi, 'x'],
  [multi, end],
  [multi, '--b'],
  [multi, field('a')],
  [multi, field('a').slice(0, 30)],
  [multi, `${file('Logo').slice(0, -4)}`],
  ['multipart/form-data', field('a') + end],
  ['multipart/form-data; boundary=', field('a') + end],
  ['multipart/form-data; boundary=other', field('a') + end],
  [`multipart/form-data; boundary=${'b'.repeat(300)}`, field('a') + end],
  ['multipart/mixed; boundary=b', field('a') + end],
  [multi, field('a').repeat(70) + end],
  [multi, file('a').repeat(10) + end],
  [multi, (file('a', '') + field('b')).repeat(40) + end],
  [multi, field('n'.repeat(20_000)) + end],
  [multi, field('__proto__') + end],
  [multi, file('constructor') + end],
  [multi, field('toString') + end],
  [multi, part('Content-Disposition: form-data') + end],
  [multi, part('Nonsense') + end],
  [multi, part(`X: ${'y'.repeat(100_000)}`) + end],
  [
    multi,
    part(
      `Content-Disposition: form-data; name="a"${line}Content-Type: application/json`,
      '{"__proto__":{"polluted":1}}',
    ) + end,
  ],
  [
    multi,
    part(`Content-Disposition: form-data; name="Logo"${line}Content-Type: application/json`, '{"bytes":"x"}') + end,
  ],
  [
    multi,
    part(
      `Content-Disposition: form-data; name="a"; filename="../../\u0000/etc/passwd"${line}Content-Type: a/b; charset=nonsense`,
    ) + end,
  ],
  [multi, part(`Content-Disposition: form-data; name="a"${line}Content-Transfer-Encoding: base64`, '====') + end],
  [multi, field('a', '\u0000') + end],
  [multi, file('Logo', '\x89PNG\r\n\x1a\n') + end],
  [multi, file('Logo', '<svg xmlns="http://www.w3.org/2000/svg"/>') + end],
];

const big = 'k'.repeat(10_000);
/** Headers of the contract with what does not belong in them; alone or on top of good ones. */
export const HEADERS: readonly Record<string, string | string[]>[] = [
  { long: 'NaN', lat: 'x' },
  { long: '999', lat: '-999' },
  { long: '1e5', lat: '\u00e9' },
  { long: big, lat: '' },
  { long: ['1', '2'], lat: ['3', '4'] },
  { 'idempotency-key': big },
  { 'idempotency-key': 'k\u00e9y' },
  { 'idempotency-key': ['a', 'b'] },
  { 'idempotency-key': "'; DROP TABLE x; --" },
  { school: big },
  { school: 'x' },
  { school: "' OR 1=1" },
  { school: '../..' },
  { school: 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF' },
  { school: '00000000-0000-0000-0000-000000000000' },
  { 'special-key': big },
  { 'special-key': '' },
  { 'special-key': '\u00ff' },
  { 'special-key': ['a', 'b'] },
  { optoken: big },
  { optoken: '=' },
  { optoken: ['a', 'b'] },
  { cookie: 'mfuko_half=%; a=b; =;;;' },
  { cookie: big },
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': big },
  { 'x-forwarded-for': big },
  { range: 'bytes=0-1,-' },
  { accept: '*/*;q=x' },
  { 'if-none-match': '"' },
  { expect: '100-continue' },
  { 'sec-fetch-site': big },
];

/** Query strings, the lists' own parameters above all. */
export const QUERIES: readonly string[] = [
  'page=0',
  'page=-1',
  'page=1e9',
  'page=NaN',
  'page=999999&pageSize=500',
  'page=1.5',
  'page=1&page=2',
  'page[]=1',
  'page=%31',
  'pageSize=0',
  'pageSize=501&page=1',
  'pageSize=-1',
  'pageSize=',
  'sort=names;DROP TABLE students',
  'sort=1',
  'sort=-',
  'sort=--names',
  "sort=names'--",
  'sort="id"',
  'sort=names,(select pg_sleep(9))',
  'sort=constructor',
  'sort=__proto__',
  'search=%00',
  'search=%ff',
  'search=%',
  'search=%25%5C_',
  "search='%20OR%201=1",
  `search=${'a'.repeat(3_000)}`,
  'search=a&search=b',
  '__proto__=1',
  '__proto__[polluted]=1',
  'constructor[prototype][polluted]=1',
  '=',
  '&&&',
  '?',
  '%',
  'from=0000-01-01T00:00:00Z',
  'to=x',
  'from=9999-12-31T23:59:59.999999999Z',
  'classSYSID=x',
  'classSYSID=',
  'role=x',
  'status=__proto__',
  'hasFingerprint=2',
  'withLogo[]=1',
  'checkTypeSYSID=3',
  'a'.repeat(8_000),
];
