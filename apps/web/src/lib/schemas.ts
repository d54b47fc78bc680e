import { regexes } from 'zod/v4/core';

// Browser replacement for `zod` (decision 40): implements the subset that our schemas use, with the same results. The contract imports zod
// and does not know this file; `schemas.test.ts` compares the two call by call.

interface Issue {
  readonly code: string;
  readonly path: PropertyKey[];
  readonly message: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** True if checks after this one still run, false if none does. */
  readonly continue?: boolean | undefined;
}

/** Payload: a value on its way through a schema, and the issues found so far. */
interface Payload {
  value: unknown;
  issues: Issue[];
  stopped?: boolean;
}

type Found = Partial<Issue> & { readonly code: string };
type Add = (found: Found) => void;
type Told = string | { readonly message?: string; readonly path?: readonly PropertyKey[] } | undefined;
type Shape = Readonly<Record<string, Schema>>;
type Mask = Readonly<Record<string, true>>;
type Context = { addIssue(issue: { code?: string; message?: string; path?: PropertyKey[] }): void };

interface Check {
  readonly message: string | undefined;
  /** True for a check of a length, which runs even where an element is invalid. */
  readonly ofLength?: boolean;
  readonly look: (payload: Payload, add: Add) => void;
}

/** Facts: properties of a schema other than its parse function. */
interface Facts {
  readonly message?: string | undefined;
  readonly checks?: readonly Check[];
  /** Optionality: `optional` if a key may be missing, `defaulted` if a default then replaces it. */
  readonly optin?: 'optional' | 'defaulted' | undefined;
  readonly optout?: 'optional' | undefined;
  readonly shape?: Shape;
  readonly loose?: boolean;
  /** Maximum number of elements; the elements of a longer list are not parsed. */
  readonly cap?: number;
  readonly values?: ReadonlySet<unknown> | undefined;
}

type Parse = (payload: Payload, facts: Facts) => Payload;

const fresh = (value: unknown): Payload => ({ value, issues: [] });
const messageOf = (told: Told) => (typeof told === 'string' ? told : told?.message);
const stops = ({ stopped, issues }: Payload, from = 0) =>
  stopped === true || issues.slice(from).some((issue) => issue.continue !== true);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function add(payload: Payload, found: Found, message?: string): Payload {
  payload.issues.push({ path: [], ...found, message: found.message ?? message ?? 'Invalid input' });
  return payload;
}

function below(payload: Payload, key: PropertyKey, inner: Payload): void {
  for (const issue of inner.issues) payload.issues.push({ ...issue, path: [key, ...issue.path] });
}

class Schema {
  readonly #parse: Parse;
  readonly facts: Facts;

  constructor(parse: Parse, facts: Facts = {}) {
    this.#parse = parse;
    this.facts = facts;
  }

  run(given: Payload): Payload {
    const { checks = [], message } = this.facts;
    const payload = this.#parse(given, this.facts);
    let stopped = checks.length > 0 && stops(payload);
    for (const { look, ofLength, message: own = message } of checks) {
      if (ofLength ? !canBeMeasured(payload) : stopped) continue;
      const before = payload.issues.length;
      look(payload, (found) => void add(payload, { continue: true, ...found }, own));
      stopped ||= stops(payload, before);
    }
    return payload;
  }

  safeParse(value: unknown) {
    const { value: data, issues } = this.run(fresh(value));
    return issues.length > 0
      ? { success: false as const, error: { issues } }
      : { success: true as const, data, error: undefined };
  }

  parse(value: unknown): unknown {
    const { data, error } = this.safeParse(value);
    if (error) throw new Error(JSON.stringify(error.issues));
    return data;
  }

  get shape(): Shape {
    return this.facts.shape ?? {};
  }

  #with(look: Check['look'], told?: Told, facts: Facts = {}, ofLength = false): Schema {
    const checks = [...(this.facts.checks ?? []), { message: messageOf(told), look, ofLength }];
    return new Schema(this.#parse, { ...this.facts, ...facts, checks });
  }

  #around(parse: Parse, facts: Facts): Schema {
    const { optin, optout, values } = this.facts;
    return new Schema(parse, { optin, optout, values, ...facts });
  }

  #when(passes: (value: never) => boolean, told: Told, found: Found): Schema {
    return this.#with(({ value }, tell) => passes(value as never) || tell(found), told);
  }

  optional(): Schema {
    const optin = this.facts.optin === 'defaulted' ? 'defaulted' : 'optional';
    return this.#around(
      (payload) => {
        if (payload.value !== undefined) return this.run(payload);
        if (optin === 'optional') return payload;
        const inner = this.run(fresh(undefined));
        return { ...payload, value: inner.issues.length > 0 ? undefined : inner.value };
      },
      { optin, optout: 'optional' },
    );
  }

  nullable(): Schema {
    return this.#around((payload) => (payload.value === null ? payload : this.run(payload)), {});
  }

  nullish(): Schema {
    return this.nullable().optional();
  }

  default(instead: unknown): Schema {
    const substitute = () => (typeof instead === 'function' ? instead() : instead);
    return this.#around(
      (payload) => {
        const read = payload.value === undefined ? payload : this.run(payload);
        if (read.value === undefined) read.value = substitute();
        return read;
      },
      { optin: 'defaulted', optout: undefined },
    );
  }

  catch(instead: unknown): Schema {
    return this.#around(
      (payload) => {
        const inner = this.run(fresh(payload.value));
        payload.value = inner.issues.length > 0 ? instead : inner.value;
        return payload;
      },
      { optin: this.facts.optin === 'defaulted' ? 'defaulted' : 'optional' },
    );
  }

  pipe(next: Schema): Schema {
    const { optin, values } = this.facts;
    return new Schema(
      (payload) => {
        const read = this.run(payload);
        if (read.issues.length > 0) return { ...read, stopped: true };
        return next.run(read);
      },
      { optin, optout: next.facts.optout, values },
    );
  }

  transform(change: (value: never, context: Context) => unknown): Schema {
    return this.pipe(transformation(change));
  }

  refine(passes: (value: never) => unknown, told?: Told): Schema {
    const path = [...(typeof told === 'object' ? (told.path ?? []) : [])];
    return this.#with(({ value }, tell) => passes(value as never) || tell({ code: 'custom', path }), told);
  }

  superRefine(look: (value: never, context: Context) => void): Schema {
    return this.#with(({ value }, tell) =>
      look(value as never, { addIssue: (issue) => tell({ ...issue, code: issue.code ?? 'custom' }) }),
    );
  }

  array(): Schema {
    return z.array(this);
  }

  exclude(values: readonly unknown[]): Schema {
    return z.enum([...(this.facts.values ?? [])].filter((value) => !values.includes(value)));
  }

  min(minimum: number, told?: Told): Schema {
    return this.#measured((size) => size >= minimum, { code: 'too_small', minimum }, told);
  }

  max(maximum: number, told?: Told): Schema {
    const cap = Math.min(maximum, this.facts.cap ?? maximum);
    return this.#measured((size) => size <= maximum, { code: 'too_big', maximum }, told, { cap });
  }

  nonnegative(told?: Told): Schema {
    return this.min(0, told);
  }

  #measured(fits: (size: number) => boolean, found: Found, told: Told, facts: Facts = {}): Schema {
    const isNumber = this.facts.values === NUMBERS;
    const look: Check['look'] = ({ value }, tell) =>
      fits(isNumber ? (value as number) : lengthOf(value as string | unknown[])) ||
      // The elements of a list beyond its cap were not parsed, so no later check may read them.
      tell({ ...found, continue: !(facts.cap && Array.isArray(value)) });
    return this.#with(look, told, facts, !isNumber);
  }

  int(told?: Told): Schema {
    return this.#with(({ value }, tell) => {
      const [most, number] = [Number.MAX_SAFE_INTEGER, value as number];
      if (!Number.isInteger(number)) tell({ code: 'invalid_type', continue: false });
      else if (number > most) tell({ code: 'too_big', maximum: most });
      else if (number < -most) tell({ code: 'too_small', minimum: -most });
    }, told);
  }

  regex(pattern: RegExp, told?: Told): Schema {
    return this.#when((text: string) => pattern.test(text), told, { code: 'invalid_format' });
  }

  trim(): Schema {
    return this.#changed((text) => text.trim());
  }

  toLowerCase(): Schema {
    return this.#changed((text) => text.toLowerCase());
  }

  #changed(change: (text: string) => string): Schema {
    return this.#with((payload) => {
      payload.value = change(payload.value as string);
    });
  }

  extend(more: Shape): Schema {
    return new Schema(this.#parse, { ...this.facts, shape: { ...this.shape, ...more } });
  }

  pick(mask: Mask): Schema {
    return this.#shaped(([key]) => key in mask);
  }

  omit(mask: Mask): Schema {
    return this.#shaped(([key]) => !(key in mask));
  }

  partial(): Schema {
    const shape = Object.fromEntries(Object.entries(this.shape).map(([key, schema]) => [key, schema.optional()]));
    return new Schema(this.#parse, { ...this.facts, shape });
  }

  #shaped(keep: (entry: [string, Schema]) => boolean): Schema {
    return new Schema(this.#parse, {
      ...this.facts,
      shape: Object.fromEntries(Object.entries(this.shape).filter(keep)),
    });
  }
}

/** Marker for number schemas, whose `min` and `max` compare the number itself. */
const NUMBERS: ReadonlySet<unknown> = new Set();
const NEVER = Object.freeze({ status: 'aborted' });

function canBeMeasured(payload: Payload): boolean {
  if (payload.stopped || payload.issues.some((issue) => issue.continue === false)) return false;
  return (payload.value as { length?: number } | null | undefined)?.length !== undefined;
}

/** Returns the length in code points: a character of two UTF-16 code units counts once. */
function lengthOf(value: string | unknown[]): number {
  return typeof value === 'string' ? [...value].length : value.length;
}

function typed(is: (value: unknown) => boolean, told: Told, facts: Facts = {}): Schema {
  const wrong = facts.values && facts.values !== NUMBERS ? 'invalid_value' : 'invalid_type';
  const parse: Parse = (payload, { message }) => (is(payload.value) ? payload : add(payload, { code: wrong }, message));
  return new Schema(parse, { message: messageOf(told), ...facts });
}

function oneOf(values: readonly unknown[], told: Told): Schema {
  const known = new Set(values);
  return typed((value) => known.has(value), told, { values: known });
}

function coerced(schema: Schema, change: (value: unknown) => unknown): Schema {
  return new Schema(
    (payload) => {
      payload.value = change(payload.value);
      return schema.run(payload);
    },
    { values: schema.facts.values },
  );
}

function transformation(change: (value: never, context: Context) => unknown): Schema {
  return new Schema(
    (payload) => {
      const addIssue: Context['addIssue'] = (issue) => void add(payload, { ...issue, code: issue.code ?? 'custom' });
      payload.value = change(payload.value as never, { addIssue });
      return payload;
    },
    { optin: 'optional' },
  );
}

function readObject(payload: Payload, { shape = {}, loose, message }: Facts): Payload {
  const input = payload.value;
  if (!isObject(input)) return add(payload, { code: 'invalid_type' }, message);
  const read: Record<string, unknown> = {};
  payload.value = read;
  for (const [key, schema] of Object.entries(shape)) {
    const { optin, optout } = schema.facts;
    const given = key in input;
    const inner = schema.run(fresh(input[key]));
    if (!given && optout === 'optional' && (optin === 'optional' || (optin && inner.issues.length > 0))) continue;
    below(payload, key, inner);
    if (!given && optin === undefined) {
      if (inner.issues.length === 0) add(payload, { code: 'invalid_type', path: [key] });
    } else if (inner.value !== undefined || given) {
      read[key] = inner.value;
    }
  }
  if (loose) for (const [key, value] of Object.entries(input)) if (!(key in shape)) read[key] = value;
  return payload;
}

function record(keys: Schema, values: Schema): Schema {
  return new Schema((payload) => {
    const input = payload.value;
    if (!isObject(input)) return add(payload, { code: 'invalid_type' });
    const read: Record<string, unknown> = {};
    payload.value = read;
    let unknown = false;
    for (const [key, value] of Object.entries(input)) {
      if (keys.run(fresh(key)).issues.length > 0) {
        if (keys.facts.values) unknown = true;
        else add(payload, { code: 'invalid_key', path: [key] });
        continue;
      }
      const inner = values.run(fresh(value));
      below(payload, key, inner);
      read[key] = inner.value;
    }
    return unknown ? add(payload, { code: 'unrecognized_keys', continue: true }) : payload;
  });
}

/** Replaces the library's `z`. */
export const z = {
  NEVER,
  string: (told?: Told) => typed((value) => typeof value === 'string', told),
  number: (told?: Told) => typed(Number.isFinite, told, { values: NUMBERS }),
  int: (told?: Told) => z.number(told).int(),
  boolean: (told?: Told) => typed((value) => typeof value === 'boolean', told),
  null: (told?: Told) => typed((value) => value === null, told),
  unknown: () => new Schema((payload) => payload),
  enum: (values: readonly unknown[], told?: Told) => oneOf(values, told),
  literal: (value: unknown, told?: Told) => oneOf([value].flat(), told),
  uuid: (told?: Told) => z.string(told).regex(regexes.uuid()),
  email: (told?: Told) => z.string(told).regex(regexes.email),
  iso: {
    date: (told?: Told) => z.string(told).regex(regexes.date),
    datetime: (told: { readonly offset?: boolean; readonly message?: string } = {}) =>
      z.string(told).regex(regexes.datetime({ precision: null, ...told })),
  },
  coerce: {
    string: (told?: Told) => coerced(z.string(told), String),
    number: (told?: Told) => coerced(z.number(told), Number),
  },
  custom: (passes: (value: never) => unknown = () => true, told?: Told) =>
    z.unknown().superRefine((value, context) => {
      if (!passes(value)) context.addIssue({ ...(messageOf(told) && { message: messageOf(told) as string }) });
    }),
  object: (shape: Shape, told?: Told) => new Schema(readObject, { shape, message: messageOf(told) }),
  looseObject: (shape: Shape, told?: Told) => new Schema(readObject, { shape, loose: true, message: messageOf(told) }),
  array: (element: Schema, told?: Told) =>
    new Schema(
      (payload, { message, cap = Number.POSITIVE_INFINITY }) => {
        const input = payload.value;
        if (!Array.isArray(input)) return add(payload, { code: 'invalid_type' }, message);
        if (input.length > cap) return payload;
        payload.value = input.map((item, place) => {
          const inner = element.run(fresh(item));
          below(payload, place, inner);
          return inner.value;
        });
        return payload;
      },
      { message: messageOf(told) },
    ),
  tuple: (items: readonly Schema[]) => tuple(items),
  union: (options: readonly Schema[], told?: Told) =>
    new Schema(
      (payload, { message }) => {
        const results: Payload[] = [];
        for (const option of options) {
          const result = option.run(fresh(payload.value));
          if (result.issues.length === 0) return result;
          results.push(result);
        }
        const [only, another] = results.filter((result) => !stops(result));
        return only && !another ? only : add(payload, { code: 'invalid_union' }, message);
      },
      {
        message: messageOf(told),
        optin: optinOf(options),
        optout: options.find(({ facts }) => facts.optout)?.facts.optout,
      },
    ),
  discriminatedUnion: (name: string, options: readonly Schema[]) =>
    new Schema((payload) => {
      const { value } = payload;
      if (!isObject(value)) return add(payload, { code: 'invalid_type' });
      const option = options.find(({ shape }) => shape[name]?.facts.values?.has(value[name]));
      return option ? option.run(payload) : add(payload, { code: 'invalid_union', path: [name] });
    }),
  record,
  partialRecord: record,
  preprocess: (change: (value: never, context: Context) => unknown, schema: Schema) =>
    transformation(change).pipe(schema),
};

function tuple(items: readonly Schema[], rest?: Schema) {
  const schema = new Schema((payload) => {
    const input = payload.value;
    if (!Array.isArray(input)) return add(payload, { code: 'invalid_type' });
    if (!rest && input.length > items.length) add(payload, { code: 'too_big', maximum: items.length });
    if (!rest && input.length < items.length) return add(payload, { code: 'too_small', minimum: items.length });
    const places = rest ? [...items, ...input.slice(items.length).map(() => rest)] : items;
    payload.value = places.map((item, place) => {
      const inner = item.run(fresh(input[place]));
      below(payload, place, inner);
      return inner.value;
    });
    return payload;
  });
  return Object.assign(schema, { rest: (more: Schema) => tuple(items, more) });
}

function optinOf(options: readonly Schema[]): Facts['optin'] {
  const all = options.map(({ facts }) => facts.optin);
  return all.includes('defaulted') ? 'defaulted' : all.includes('optional') ? 'optional' : undefined;
}
