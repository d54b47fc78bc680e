import type { Endpoint, UploadedFile } from '@mfuko/contract/endpoint';
import type { FieldProblems } from '@mfuko/contract/problem';
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { MalformedInput, Refusal } from '../refusal.ts';

/** The largest file part, in bytes. */
const LARGEST_FILE = 3 * 1024 * 1024;
/** The largest form field: a fingerprint's picture in base64. */
const LARGEST_FIELD = 3 * 1024 * 1024;
/** All parts of a form together, those that the call does not know included. */
const LARGEST_FORM = 4 * 1024 * 1024;
const DEEPEST = 20;

/** Reads query, form and body into one object and checks it against the call's schema. Throws MalformedInput. */
export async function readInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): Promise<z.output<E['input']>> {
  const body = request.isMultipart() ? await readParts(endpoint, request) : (request.body ?? {});
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new MalformedInput({ body: 'must be an object' });
  }
  const merged = { ...(request.query as object), ...body };
  refuseDepth(merged, 0);
  const parsed = endpoint.input.safeParse(merged);
  if (!parsed.success) throw new MalformedInput(fieldProblems(parsed.error, merged));
  // Only now are all names of fields our own, and fit to show.
  refuseHostileText(parsed.data, 'input');
  return parsed.data as z.output<E['input']>;
}

async function readParts(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_FORM) throw tooLarge();
  try {
    return await collectParts(endpoint, request);
  } catch (error) {
    // What is left of it is not kept while the answer is on its way.
    request.raw.unpipe();
    request.raw.resume();
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
    // The parser's own words for a broken form are plain errors.
    throw new MalformedInput({ body: 'cannot be read as a form' });
  }
}

async function collectParts(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  let size = 0;
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

/** Nesting that deep is no input of ours. */
function refuseDepth(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (depth > DEEPEST) throw new MalformedInput({ input: 'is nested too deeply' });
  for (const inner of Object.values(value)) refuseDepth(inner, depth + 1);
}

/** NUL cannot be stored in PostgreSQL, nor can half a character. */
function refuseHostileText(value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) throw new MalformedInput({ [field]: 'must not hold NUL' });
    if (!value.isWellFormed()) throw new MalformedInput({ [field]: 'must be well-formed text' });
  } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const [name, inner] of Object.entries(value)) refuseHostileText(inner, field === 'input' ? name : field);
  }
}

function fieldProblems(error: z.ZodError, input: object): FieldProblems {
  const fields: FieldProblems = {};
  for (const issue of error.issues) {
    fields[issue.path.join('.') || 'input'] ??=
      issue.code !== 'custom' && isLeftOut(issue.path, input) ? 'is required' : readable(issue);
  }
  return fields;
}

function isLeftOut(path: readonly PropertyKey[], input: object): boolean {
  let value: unknown = input;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = Object.hasOwn(value, name) ? (value as Record<PropertyKey, unknown>)[name] : undefined;
  }
  return path.length > 0 && (value === undefined || value === null);
}

/** The schema's own words where it has some, and plain ones in place of the library's. */
function readable(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union' || issue.code === 'invalid_value')
    return issue.message.startsWith('Invalid') ? 'is not of the right form' : issue.message;
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big' && issue.message.startsWith('Too big')) return `must be at most ${issue.maximum}`;
  return issue.message;
}
