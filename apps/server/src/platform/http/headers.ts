import { createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import { type Decrypt, open, SealError, type WireKey } from '@mfuko/contract/seal';
import type { FastifyRequest } from 'fastify';
import type { Place } from './call.ts';
import { Refusal, wrongFields } from './refusal.ts';

const TAG = 16;

const keyObjects = new Map<string, KeyObject>();

/** Decrypts with node:crypto: each request brings two sealed headers, and hardware AES opens them in a fraction of the time. */
const decrypt: Decrypt = (text, iv, additional, sealed) => {
  const key = keyObjects.get(text) ?? createSecretKey(text, 'utf8');
  keyObjects.set(text, key);
  const end = sealed.length - TAG;
  const decipher = createDecipheriv('aes-128-gcm', key, iv).setAAD(additional).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
};

/** Throws where `special-key` is missing or does not open. The header identifies the client program, never the user. */
export function requireClient(request: FastifyRequest, wire: WireKey): void {
  const sealed = header(request, 'special-key');
  try {
    const client: unknown = JSON.parse(open(wire, 'special-key', sealed ?? '', decrypt));
    if (typeof client === 'object' && client !== null && 'v' in client) return;
  } catch (error) {
    if (!(error instanceof SealError || error instanceof SyntaxError)) throw error;
  }
  throw new Refusal('client.unrecognised', 'This app is not recognised. Refresh the page.');
}

/** Returns the session token of the `opToken` header; null where the header is missing or does not open. */
export function readToken(request: FastifyRequest, wire: WireKey): string | null {
  const sealed = header(request, 'opToken');
  if (!sealed) return null;
  try {
    return open(wire, 'opToken', sealed, decrypt);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

/** Reads `long` and `lat`; null where a value is missing, out of range or no number, or where both have the default 0.00. */
export function readPlace(request: FastifyRequest): Place | null {
  const longitude = coordinate(header(request, 'long'), 180);
  const latitude = coordinate(header(request, 'lat'), 90);
  if (longitude === null || latitude === null || (longitude === 0 && latitude === 0)) return null;
  return { longitude, latitude };
}

function coordinate(text: string | undefined, most: number): number | null {
  if (!text || !/^-?\d{1,3}(\.\d{1,20})?$/.test(text.trim())) return null;
  const value = Number(text);
  return Math.abs(value) <= most ? value : null;
}

/** Returns the `Idempotency-Key`, 1 to 255 printable characters; null without one. Throws input.malformed. */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = header(request, 'idempotency-key')?.trim();
  if (!key) return null;
  if (key.length > 255 || /[^\x20-\x7e]/.test(key)) {
    throw new Refusal('input.malformed', 'Idempotency-Key must be at most 255 printable characters.', {
      detail: wrongFields({ 'Idempotency-Key': fieldError('printable') }),
    });
  }
  return key;
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

/** Reads the `school` header as the field that identifies the school: an Admin chooses the school of every call by that header. */
export function schoolOf({ schoolField }: Endpoint, request: FastifyRequest): object {
  const named = schoolField && header(request, 'school')?.trim();
  return named ? { [schoolField]: named } : {};
}
