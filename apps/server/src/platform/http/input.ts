import { DEEPEST_BODY, type Endpoint, MOST_BATCH_KEYS, MOST_KEYS, type UploadedFile } from '@mfuko/contract/endpoint';
import { fieldError, fieldErrorOf, readFieldError } from '@mfuko/contract/field-errors';
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { digestForm } from './body-digest.ts';
import { failAbove } from './fail-above.ts';
import { MalformedInput, Refusal, type WrongField } from './refusal.ts';

/** The largest file part, in bytes. */
const LARGEST_FILE = 3 * 1024 * 1024;
/** The largest form field: a fingerprint's picture in base64. */
const LARGEST_FIELD = 3 * 1024 * 1024;
/** All parts of a form together, those that the call does not know included. */
const LARGEST_FORM = 4 * 1024 * 1024;

/** Reads query, form and body into one object and checks it against the call's schema. Throws MalformedInput. */
export async function readInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): Promise<z.output<E['input']>> {
  const body = request.isMultipart() ? await readParts(endpoint, request) : (request.body ?? {});
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new MalformedInput({ body: fieldError('object') });
  }
  // Before anything is spread or checked: each of those costs far more for a key than to count it.
  refuseManyKeys(endpoint.body === 'batch' ? MOST_BATCH_KEYS : MOST_KEYS, [request.query, body]);
  const given = { ...(request.query as object), ...body };
  const merged = endpoint.kind === 'list' ? withoutEmpty(given) : given;
  const parsed = parseForgiving(endpoint, merged);
  if (!parsed.success) throw new MalformedInput(wrongFieldsOf(parsed.error, merged));
  // Only now are all names of fields our own, and fit to show.
  refuseHostileText(parsed.data, 'input');
  return parsed.data as z.output<E['input']>;
}

/**
 * Checks what was given. Null where a field may be left out but not be null is read as left out: many programs write all their fields, and one
 * empty one must not stop a queue of events. Not in an update, where null would mean to take something away.
 */
function parseForgiving<E extends Endpoint>({ input, path }: E, given: object) {
  const parsed = input.safeParse(given);
  if (parsed.success || path.includes('/update')) return parsed;
  const nulls = parsed.error.issues.filter(({ path: at }) => valueAt(given, at) === null);
  if (nulls.length < parsed.error.issues.length) return parsed;
  const copy = structuredClone(given);
  for (const { path: at } of nulls) Reflect.deleteProperty(valueAt(copy, at.slice(0, -1)) as object, at.at(-1) ?? '');
  const again = input.safeParse(copy);
  return again.success ? again : parsed;
}

function valueAt(within: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value: unknown, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    within,
  );
}

/** A filter of a list that a form sends empty narrows nothing, as one that is left out. */
function withoutEmpty(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

async function readParts(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_FORM) throw tooLarge();
  try {
    return await Promise.race([collectParts(endpoint, request), failAbove(LARGEST_FORM, request, tooLarge)]);
  } catch (error) {
    // The rest of the body is not kept while the answer is on its way.
    request.raw.unpipe();
    request.raw.resume();
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
    // The parser's own words for a broken form are plain errors.
    throw new MalformedInput({ body: fieldError('unreadable-form') });
  }
}

async function collectParts(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  let size = 0;
  digestForm(request);
  const parts = request.parts({
    limits: { fileSize: LARGEST_FILE, fieldSize: LARGEST_FIELD, files: 4, fields: 60, parts: 64, fieldNameSize: 100 },
  });
  for await (const part of parts) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      size += bytes.length;
      // A part that the call does not know is read to its end and dropped; an empty one counts as left out.
      if (endpoint.files?.includes(part.fieldname) && bytes.length > 0) {
        fields[part.fieldname] = { filename: part.filename, mimetype: part.mimetype, bytes } satisfies UploadedFile;
      }
    } else {
      if (part.valueTruncated) throw tooLarge();
      size += typeof part.value === 'string' ? part.value.length : 0;
      fields[part.fieldname] = part.value;
    }
    if (size > LARGEST_FORM) throw tooLarge();
  }
  return fields;
}

function tooLarge(): Refusal {
  return new Refusal('input.too-large', 'The form is too large.');
}

/** Counts keys and elements, and ends at the first that is one too many. Throws input.too-large. */
function refuseManyKeys(most: number, sources: readonly unknown[]): void {
  let keys = 0;
  const count = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    if (depth > DEEPEST_BODY) throw new Refusal('input.too-large', 'What was sent is nested too deep.');
    // Not Object.values: it would lay out all of them first.
    for (const name in value) {
      keys++;
      if (keys > most) throw new Refusal('input.too-large', 'What was sent has too many fields.');
      count((value as Record<string, unknown>)[name], depth + 1);
    }
  };
  for (const source of sources) count(source, 1);
}

/** NUL cannot be stored in PostgreSQL, nor can half a character. */
function refuseHostileText(value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) throw new MalformedInput({ [field]: fieldError('nul') });
    if (!value.isWellFormed()) throw new MalformedInput({ [field]: fieldError('ill-formed') });
  } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const [name, inner] of Object.entries(value)) refuseHostileText(inner, field === 'input' ? name : field);
  }
}

function wrongFieldsOf(error: z.ZodError, input: object): Record<string, WrongField> {
  const wrong: Record<string, WrongField> = {};
  for (const issue of error.issues) wrong[issue.path.join('.') || 'input'] ??= wrongFieldOf(issue, input);
  return wrong;
}

/** The schema's own reason where it has one. What the library says of a format or a check tells more than the code for all of them. */
function wrongFieldOf(issue: z.core.$ZodIssue, input: object): WrongField {
  const error = fieldErrorOf(issue, input);
  const plain = ['invalid_type', 'invalid_union', 'invalid_value'].includes(issue.code);
  return error.code === 'form' && !plain && !readFieldError(issue.message) ? { ...error, words: issue.message } : error;
}
