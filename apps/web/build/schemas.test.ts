import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { isOfAChange } from '../../../scripts/at-night.ts';

interface Judge {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: readonly Issue[] } | undefined };
}
interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}
type Named = ReadonlyMap<string, Judge>;

const FOLDER = new URL('../../../packages/contract/src/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !file.includes('.test.'));
/** Fixed seed, so that a failure is reproducible. */
const SEED = 20_261_123;
/** A change is held to a third of what the nightly run hands to each schema. */
const TRIES = isOfAChange() ? 20 : 60;

let library: Named;
let ours: Named;

beforeAll(async () => {
  library = await schemasOfTheContract();
  vi.resetModules();
  vi.doMock('zod', () => import('../src/lib/schemas.ts'));
  ours = await schemasOfTheContract();
  vi.doUnmock('zod');
  // The next test file of this process imports the contract too.
  vi.resetModules();
}, 60_000);

/** Schemas that no call uses today, in which absence, length or order decides. */
const planted = (of: typeof z): Readonly<Record<string, Judge>> => ({
  letters: of.string().min(2).max(3),
  invented: of.object({ a: of.preprocess((given) => given ?? 'made', of.string().optional()) }),
});

/** Returns all schemas of the contract: the input and answer of each call, and named ones. */
async function schemasOfTheContract(): Promise<Named> {
  const { z: of } = await import('zod');
  const found = new Map(Object.entries(planted(of)));
  for (const file of FILES)
    for (const [name, value] of Object.entries((await import(new URL(file, FOLDER).href)) as Record<string, unknown>)) {
      if (isJudge(value)) found.set(`${file} ${name}`, value);
      if (typeof value !== 'object' || value === null) continue;
      for (const side of ['input', 'output'] as const)
        if (side in value) found.set(`${file} ${name}.${side}`, (value as Record<typeof side, Judge>)[side]);
    }
  return found;
}

function isJudge(value: unknown): value is Judge {
  return typeof value === 'object' && value !== null && 'safeParse' in value;
}

const TEXTS = [
  ...['', ' ', 'a', '  two  words ', '\u0007', 'ñandú', '😀😀', 'x'.repeat(61), 'x'.repeat(141), 'x'.repeat(2_001)],
  ...['0', '1', '12', '1234', '4007', '274951', '123456789012', '1234567890123', '12.5', '12.345', '-3', '1e3', 'abc'],
  ...['true', 'false', '07:30', '24:00', '2026-11-20', '2026-02-30', '0000-01-01', '2026-11-20T08:00:00Z'],
  ...['2026-11-20T08:00:00+03:00', '2026-11-20T08:00', '0722000111', '254700000001', '+254 722 000 111', 'a@b.co.ke'],
  ...['a@b', '01900000-0000-7000-8000-000000000901', '01900000-0000-7000-8000-00000000090G', 'https://a.example/b'],
  ...[
    ' https://a.example',
    'KES 1,500.00',
    'right-index',
    'A1',
    '[]',
    '{}',
    '[{"lat":1}]',
    '{"A1":"x"}',
    'names',
    '-names',
  ],
];
const NUMBERS = [
  0,
  1,
  2,
  5,
  100,
  1_000,
  10_001,
  4_007,
  -1,
  0.5,
  12.345,
  1e21,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 12 }));
const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.integer());
const junk = fc.oneof(text, number, fc.constantFrom(null, undefined, true, false, [], {}, [null], { a: 1 }));

/** Returns values for a schema: mostly of its kind, sometimes of another kind, incomplete or too large. */
function valuesFor(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  const kind = depth > 8 ? junk : kindOf(schema._zod.def as never, depth + 1);
  return fc.oneof({ arbitrary: kind, weight: 12 }, { arbitrary: junk, weight: 1 });
}

interface Definition {
  readonly type: string;
  readonly shape: Record<string, z.core.$ZodType>;
  readonly entries: Record<string, unknown>;
  readonly values: unknown[];
  readonly options: z.core.$ZodType[];
  readonly items: z.core.$ZodType[];
  readonly element: z.core.$ZodType;
  readonly innerType: z.core.$ZodType;
  readonly keyType: z.core.$ZodType;
  readonly valueType: z.core.$ZodType;
  readonly in: z.core.$ZodType;
  readonly out: z.core.$ZodType;
}

function kindOf(of: Definition, depth: number): fc.Arbitrary<unknown> {
  const inner = (schema: z.core.$ZodType) => valuesFor(schema, depth);
  switch (of.type) {
    case 'string':
      return text;
    case 'number':
      return number;
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(of.entries));
    case 'literal':
      return fc.constantFrom(...of.values);
    case 'union':
      return fc.oneof(...of.options.map(inner));
    case 'array':
      return fc.oneof(
        { arbitrary: fc.array(inner(of.element), { maxLength: 4 }), weight: 29 },
        { arbitrary: inner(of.element).map((one) => Array.from({ length: 501 }, () => one)), weight: 1 },
      );
    case 'tuple':
      return fc.tuple(...of.items.map(inner));
    case 'object': {
      const fields = Object.fromEntries(Object.entries(of.shape).map(([key, field]) => [key, inner(field)]));
      const mostly = fc.record(fields, { requiredKeys: Object.keys(fields) });
      return fc.oneof(
        { arbitrary: mostly, weight: 3 },
        { arbitrary: fc.record({ ...fields, more: junk }, { requiredKeys: [] }), weight: 1 },
      );
    }
    case 'record':
      return fc.dictionary(fc.oneof(text, inner(of.keyType).map(String)), inner(of.valueType), { maxKeys: 3 });
    case 'optional':
      return fc.option(inner(of.innerType), { nil: undefined });
    case 'nullable':
      return fc.option(inner(of.innerType));
    case 'default':
    case 'catch':
      return inner(of.innerType);
    case 'pipe':
      return inner((of.in._zod.def as Definition).type === 'transform' ? of.out : of.in);
    default:
      return junk;
  }
}

/** Returns what a form shows of the result. The library's own English messages are never shown, so they are left out. */
function judged(schema: Judge, value: unknown) {
  const { success, data, error } = schema.safeParse(value);
  const issues = error?.issues.map(({ code, path, message, minimum, maximum }) => ({
    code,
    path,
    told: message.startsWith('field:') ? message : undefined,
    minimum,
    maximum,
  }));
  return { success, data, issues };
}

test("the console's schemas have the same names as the library's", () => {
  expect([...ours.keys()]).toEqual([...library.keys()]);
  expect(library.size).toBeGreaterThan(300);
});

test("property: the console's schemas accept and reject values as the library does, with the same issues", () => {
  let [taken, refused] = [0, 0];
  for (const [name, schema] of library) {
    const stand = ours.get(name) as Judge;
    const values = fc.sample(valuesFor(schema as never), { seed: SEED, numRuns: TRIES });
    for (const value of [...values, {}, ...TEXTS]) {
      const [theirs, mine] = [judged(schema, structuredClone(value)), judged(stand, structuredClone(value))];
      theirs.success ? taken++ : refused++;
      if (!isDeepStrictEqual(mine, theirs)) expect({ name, value, ...mine }).toEqual({ name, value, ...theirs });
    }
  }
  expect(Math.min(taken, refused)).toBeGreaterThan(TRIES * 33);
}, 120_000);
