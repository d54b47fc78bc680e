import { fileURLToPath } from 'node:url';
import type { Described } from './attack/calls.ts';

/** The folder with the calls of each released version. */
export const RELEASED_CALLS = fileURLToPath(new URL('./released-calls', import.meta.url));

/** A call as described by a released version: its input and output schemas, without texts. */
export interface ReleasedCall {
  readonly takes: Schema;
  /** Undefined for a file. */
  readonly answers?: Schema;
}
/** Calls of a version by method and path, as `POST wallet/deposit`. */
export type ReleasedApi = Readonly<Record<string, ReleasedCall>>;

export interface Schema extends Omit<Described, 'type' | 'anyOf' | 'items' | 'properties'> {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly maxLength?: number;
  readonly pattern?: string;
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;

/**
 * Finds changes that break an older client with a newer server: removed calls, values that the client may send and that are no longer
 * accepted, and values that the client relies on and that are no longer returned. New fields, new calls, and new values of a returned
 * enumeration break nothing.
 */
export function findBreaks(before: ReleasedApi, now: ReleasedApi): string[] {
  return Object.entries(before).flatMap(([call, was]) => {
    const is = now[call];
    if (!is) return [`${call} is gone`];
    const answers = was.answers && is.answers ? refusals(is.answers, was.answers, true) : [];
    return [
      ...refusals(was.takes, is.takes, false).map((why) => `${call} takes less: ${why}`),
      ...answers.map((why) => `${call} answers otherwise: ${why}`),
    ];
  });
}

/** Finds the places where a value that fits `from` may not fit `to`. A reading client ignores unknown fields and enumeration values. */
function refusals(from: Schema, to: Schema, reads: boolean, at = ''): string[] {
  const place = at || 'all of it';
  const [sorts, taken] = [sortsOf(from), sortsOf(to)];
  if (sorts.length > 1) return sorts.flatMap((each) => refusals(each, to, reads, at));
  if (taken.length > 1) {
    const tried = taken.map((each) => refusals(from, each, reads, at));
    const [best = []] = tried.toSorted((a, b) => a.length - b.length);
    return best.length === 0 ? [] : [`${place} is none of what was (${best.join('; ')})`];
  }
  const found: string[] = [];
  const [sent, known] = [valuesOf(from), valuesOf(to)];
  if (known && !sent) found.push(`${place} is any value, and was one of ${known.join(', ')}`);
  const strange = reads ? [] : (sent ?? []).filter((value) => known && !known.includes(value));
  if (strange.length > 0) found.push(`${place} may be ${strange.join(', ')}`);
  if (to.type && from.type && to.type !== from.type && !(to.type === 'number' && from.type === 'integer'))
    return [...found, `${place} is ${from.type} for ${to.type}`];
  if (to.pattern && to.pattern !== from.pattern && !known) found.push(`${place} has another pattern`);
  if (!reads) found.push(...bounds(from, to).map((word) => `${place} has another ${word}`));
  if (from.items && to.items) found.push(...refusals(from.items, to.items, reads, `${at}[]`));
  return [...found, ...ofProperties(from, to, reads, at)];
}

function ofProperties(from: Schema, to: Schema, reads: boolean, at: string): string[] {
  if (!to.properties && !from.properties) return [];
  const [has, wants] = [from.properties ?? {}, to.properties ?? {}];
  const missing = (to.required ?? []).filter((name) => !from.required?.includes(name));
  const unknown = reads || to.additionalProperties !== false ? [] : Object.keys(has).filter((name) => !(name in wants));
  return [
    ...missing.map((name) => `${at}.${name} must be there`),
    ...unknown.map((name) => `${at}.${name} is unknown`),
    ...Object.entries(has).flatMap(([name, own]) => {
      const other = wants[name];
      return other ? refusals(own, other, reads, `${at}.${name}`) : [];
    }),
  ];
}

/** Returns the alternatives that a schema allows. */
function sortsOf(schema: Schema): readonly Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(sortsOf);
  return Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : [schema];
}

function valuesOf({ enum: values, const: value }: Schema): string[] | null {
  if (values) return values.map((each) => JSON.stringify(each));
  return value === undefined ? null : [JSON.stringify(value)];
}

function bounds(from: Schema, to: Schema): string[] {
  const numbers = (schema: Schema, word: string) => (schema as Readonly<Record<string, number | undefined>>)[word];
  const lower = LOWER.filter((word) => (numbers(to, word) ?? -Infinity) > (numbers(from, word) ?? -Infinity));
  const upper = UPPER.filter((word) => (numbers(to, word) ?? Infinity) < (numbers(from, word) ?? Infinity));
  return [...lower, ...upper];
}

interface Operation {
  readonly parameters: readonly { in?: string; name?: string; required?: boolean; schema?: Schema }[];
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
  readonly responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

/** Reads the calls from a description of the API, without its texts. */
export function readApi({ paths }: { readonly paths: object }): ReleasedApi {
  const calls = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => {
      const query = parameters.filter((each) => each.in === 'query');
      const takes = Object.values(requestBody?.content ?? {})[0]?.schema ?? {
        type: 'object',
        properties: Object.fromEntries(query.map(({ name = '', schema = {} }) => [name, schema])),
        required: query.flatMap(({ name = '', required }) => (required ? [name] : [])),
      };
      const answers = Object.values(responses[200]?.content ?? {})[0]?.schema;
      return [`${method.toUpperCase()} ${path.slice(1)}`, { takes, ...(answers ? { answers } : {}) }];
    }),
  );
  return JSON.parse(
    JSON.stringify(Object.fromEntries(calls), (key, value) => (isWord(key, value) ? undefined : value)),
  );
}

function isWord(key: string, value: unknown): boolean {
  return ['description', 'title', 'examples', 'default', 'format'].includes(key) && typeof value === 'string';
}

/** Writes calls so that a review shows each changed call as one line. */
export function writeApi(api: ReleasedApi): string {
  const calls = Object.entries(api).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{\n${calls.map(([call, told]) => `${JSON.stringify(call)}:${JSON.stringify(told)}`).join(',\n')}\n}\n`;
}
