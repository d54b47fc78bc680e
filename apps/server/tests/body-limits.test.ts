import { gzipSync } from 'node:zlib';
import { type Endpoint, LARGE_BODY, MAX_BATCH_KEYS, MAX_KEYS, SMALL_BODY } from '@mfuko/contract/endpoint';
import { MAX_EVENTS } from '@mfuko/contract/offline';
import { createKey, type MadeApiKey } from '@mfuko/contract/programs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contractViolationOf } from './hostile.testkit.ts';
import { clientHeaders, openTestServer, type Person, type TestServer } from './kit.ts';

/** The sizes that a body may have. Whoever sends more is refused before the server works on it. */
let server: TestServer;
let school: string;
let admin: Person;
/** Headers of a school's own program. */
let program: Record<string, string>;

beforeAll(async () => {
  server = await openTestServer({ LOG_LEVEL: 'silent' });
  school = await server.aSchool();
  admin = await server.aPerson('Admin');
  const bursar = await server.aPerson('SchoolAdmin', school);
  const { body } = await bursar.ask<MadeApiKey>(createKey, { name: 'Accounts', scopes: ['deposits'] });
  program = { appid: body.appId, token: body.token };
});
afterAll(() => server.close());

const posted = () => server.registry.served.filter(({ methods }) => methods.includes('POST'));

async function post(endpoint: Endpoint, payload: string | Buffer): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/${endpoint.path}`,
    headers: {
      ...(endpoint.access === 'program' ? program : clientHeaders(server.context, admin.token)),
      ...(endpoint.school === 'none' ? {} : { school }),
      'content-type': 'application/json',
      ...(typeof payload === 'string' ? {} : { 'content-encoding': 'gzip' }),
    },
    payload,
  });
  if (answer.statusCode === 413) expect(contractViolationOf(413, answer.body)).toBe(null);
  return answer.statusCode;
}

function called(path: string): Endpoint {
  const found = server.registry.served.find((endpoint) => endpoint.path === path);
  if (!found) throw new Error(`${path} is not served`);
  return found;
}

const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 0])));
const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('limits of a request body', () => {
  it('reject more than 16 kB unless the call takes a file, picture or batch', async () => {
    const filling = (bytes: number) => `{"filling":"${'x'.repeat(bytes - 14)}"}`;
    expect(filling(SMALL_BODY)).toHaveLength(16_384);
    for (const endpoint of posted()) {
      const large = endpoint.files !== undefined || endpoint.body !== undefined;
      const status = await post(endpoint, filling(SMALL_BODY + 1));
      expect([endpoint.path, status === 413]).toEqual([endpoint.path, !large]);
    }
    expect(await post(called('school/createClass'), filling(SMALL_BODY))).toBe(400);
  });

  it('apply to the unpacked size of a gzip body', async () => {
    const sale = called('school/createClass');
    const pack = (bytes: number) => gzipSync(`{"filling":"${'x'.repeat(bytes - 14)}"}`);
    expect(await post(sale, pack(SMALL_BODY))).toBe(400);
    expect(await post(sale, pack(SMALL_BODY + 1))).toBe(413);
    const picture = called('check/inFingerprint');
    expect(await post(picture, pack(LARGE_BODY))).toBe(400);
    expect(await post(picture, pack(LARGE_BODY + 1))).toBe(413);
    // A hundred megabytes in a hundred kilobytes.
    expect(await post(picture, gzipSync(Buffer.alloc(100_000_000)))).toBe(413);
  });

  it('are large for every call that takes a picture', () => {
    const pictured = posted().filter(({ input }) =>
      JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })).includes('B64Fingerprint'),
    );
    expect(pictured.length).toBeGreaterThan(8);
    expect(pictured.filter(({ files, body }) => !files && !body).map(({ path }) => path)).toEqual([]);
  });

  it('leave room for the longest list of ids of every call', () => {
    // An id in quotes with its comma.
    const bytesOfIds = (schema: unknown): number => {
      if (typeof schema !== 'object' || schema === null) return 0;
      const { type, maxItems = 0 } = schema as { type?: unknown; maxItems?: number };
      const inner = Object.values(schema).reduce((sum: number, each) => sum + bytesOfIds(each), 0);
      return type === 'array' ? inner + maxItems * 39 : inner;
    };
    const small = posted().filter(({ files, body }) => !files && !body);
    const outgrown = small.filter(
      ({ input }) => bytesOfIds(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })) > SMALL_BODY - 500,
    );
    expect(outgrown.map(({ path }) => path)).toEqual([]);
  });

  it('allow at most 1,000 keys, nested ones included', async () => {
    const endpoint = called('wallet/cashFingerprint');
    expect(await post(endpoint, keys(MAX_KEYS))).toBe(400);
    expect(await post(endpoint, keys(MAX_KEYS + 1))).toBe(413);
    expect(await post(endpoint, `{"a":{"b":${keys(MAX_KEYS - 1)}}}`)).toBe(413);
    expect(await post(endpoint, `{"a":[${'0,'.repeat(MAX_KEYS)}0]}`)).toBe(413);
  });

  it('reject more than fifteen levels inside a field', async () => {
    const endpoint = called('school/createClass');
    // The body itself is the first of them.
    expect(await post(endpoint, nested(15))).toBe(400);
    expect(await post(endpoint, nested(16))).toBe(413);
  });

  it('leave room for a full offline batch and limit its keys', async () => {
    const endpoint = called('check/offlineBatch');
    const event = (i: number) => ({
      ...{
        key: `k${i}`,
        counter: i,
        kind: 'in',
        admissionNumber: '1',
        method: 'pin',
        proof: { pin: '1', sealed: 'x' },
      },
      ...{ occurredAt: '2026-01-01T06:00:00Z', busNumberPlate: 'KAA 1A', lat: 0, long: 0 },
    });
    const events = Array.from({ length: MAX_EVENTS }, (_, i) => event(i));
    expect(await post(endpoint, JSON.stringify({ events }))).not.toBe(413);
    expect(await post(endpoint, keys(MAX_BATCH_KEYS + 1))).toBe(413);
  });
});
