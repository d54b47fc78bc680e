import { type Endpoint, MAX_BATCH_KEYS, MAX_BODY_DEPTH, MAX_KEYS, type UploadedFile } from '@mfuko/contract/endpoint';
import { fieldError, fieldErrorOf, readFieldError } from '@mfuko/contract/field-errors';
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { digestForm } from './body-digest.ts';
import { failAbove } from './fail-above.ts';
import { schoolOf } from './headers.ts';
import { MalformedInput, Refusal, type WrongField } from './refusal.ts';
import { validate } from './validate.ts';

/** Maximum size of a file part, in bytes. */
const MAX_FILE = 3 * 1024 * 1024;
/** Maximum size of a form field, which may hold a fingerprint image in base64. */
const MAX_FIELD = 3 * 1024 * 1024;
/** Maximum size of all parts of a form together, including parts that the call does not know. */
const MAX_FORM = 4 * 1024 * 1024;

/** Merges query, form and body into one object and validates it against the call's schema. Throws MalformedInput. */
export async function readInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): Promise<z.output<E['input']>> {
  const body = request.isMultipart() ? await readParts(endpoint, request) : (request.body ?? {});
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new MalformedInput({ body: fieldError('object') });
  }
  // Counted before the input is copied or validated, which both cost far more per key than counting.
  refuseManyKeys(endpoint.body === 'batch' ? MAX_BATCH_KEYS : MAX_KEYS, [request.query, body]);
  const given = { ...schoolOf(endpoint, request), ...(request.query as object), ...body };
  const merged = endpoint.kind === 'list' ? withoutEmpty(given) : given;
  const parsed = validate(endpoint, merged);
  if (!parsed.success) throw new MalformedInput(wrongFieldsOf(parsed.error, merged));
  // Checked after validation: only then are all field names known ones, which can be shown.
  refuseHostileText(parsed.data, 'input');
  return parsed.data as z.output<E['input']>;
}

/** Drops empty filters of a list: a form sends an empty field where no filter was chosen. */
function withoutEmpty(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

async function readParts(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORM) throw tooLarge();
  try {
    return await Promise.race([collectParts(endpoint, request), failAbove(MAX_FORM, request, tooLarge)]);
  } catch (error) {
    // Discards the rest of the body instead of buffering it while the response is sent.
    request.raw.unpipe();
    request.raw.resume();
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
    // The parser reports a broken form with plain errors.
    throw new MalformedInput({ body: fieldError('unreadable-form') });
  }
}

async function collectParts(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  let size = 0;
  digestForm(request);
  const parts = request.parts({
    limits: { fileSize: MAX_FILE, fieldSize: MAX_FIELD, files: 4, fields: 60, parts: 64, fieldNameSize: 100 },
  });
  for await (const part of parts) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      size += bytes.length;
      // An unknown part is read to its end and dropped; an empty part counts as missing.
      if (endpoint.files?.includes(part.fieldname) && bytes.length > 0) {
        fields[part.fieldname] = { filename: part.filename, mimetype: part.mimetype, bytes } satisfies UploadedFile;
      }
    } else {
      if (part.valueTruncated) throw tooLarge();
      size += typeof part.value === 'string' ? part.value.length : 0;
      fields[part.fieldname] = part.value;
    }
    if (size > MAX_FORM) throw tooLarge();
  }
  return fields;
}

function tooLarge(): Refusal {
  return new Refusal('input.too-large', 'The form is too large.');
}

/** Counts keys and elements, and stops at the first one above the limit. Throws input.too-large. */
function refuseManyKeys(most: number, sources: readonly unknown[]): void {
  let keys = 0;
  const count = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    if (depth > MAX_BODY_DEPTH) throw new Refusal('input.too-large', 'The request is nested too deeply.');
    // Object.values would first allocate an array of all values.
    for (const name in value) {
      keys++;
      if (keys > most) throw new Refusal('input.too-large', 'The request has too many fields.');
      count((value as Record<string, unknown>)[name], depth + 1);
    }
  };
  for (const source of sources) count(source, 1);
}

/** Refuses text that PostgreSQL cannot store: NUL and unpaired surrogates. */
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

/**
 * Returns the field's error. Where no specific code applies, the library's message about a format or check is more precise than the
 * generic one.
 */
function wrongFieldOf(issue: z.core.$ZodIssue, input: object): WrongField {
  const error = fieldErrorOf(issue, input);
  const plain = ['invalid_type', 'invalid_union', 'invalid_value'].includes(issue.code);
  return error.code === 'form' && !plain && !readFieldError(issue.message) ? { ...error, words: issue.message } : error;
}
