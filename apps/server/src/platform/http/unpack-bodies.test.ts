import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { bodyDigest, digestBodies } from './body-digest.ts';
import { answerErrors } from './errors.ts';
import { unpackBodies, unpacked } from './unpack-bodies.ts';

const LIMIT = 1_000_000;

function open() {
  const app = Fastify({ bodyLimit: LIMIT });
  app.setErrorHandler(answerErrors(async () => false));
  digestBodies(app);
  unpackBodies(app);
  let seen: unknown;
  let digest: string;
  app.post('/in', async (request) => {
    seen = request.body;
    digest = bodyDigest(request);
    return { ok: true };
  });
  const post = (payload: Buffer, encoding: string) =>
    app.inject({
      ...{ method: 'POST', url: '/in', payload },
      headers: { 'content-type': 'application/json', 'content-encoding': encoding, device: 'd' },
    });
  return { post, seen: () => seen, digest: () => digest };
}
const packed = (value: unknown) => gzipSync(JSON.stringify(value));

it.each(['gzip', 'GZIP'])('unpackBodies accepts a body with Content-Encoding %s', async (encoding) => {
  const { post, seen } = open();
  const body = { B64Fingerprint: 'iVBORw0KGgo='.repeat(10_000) };
  expect((await post(packed(body), encoding)).statusCode).toBe(200);
  expect(seen()).toEqual(body);
});

it('bodyDigest is the hash of the compressed bytes as sent', async () => {
  const { post, digest } = open();
  const body = packed({ a: 'b'.repeat(10_000) });
  expect((await post(body, 'gzip')).statusCode).toBe(200);
  expect(digest()).toBe(createHash('sha256').update(body).digest('hex'));
});

it('unpackBodies answers 413 to a body that unpacks beyond the limit', async () => {
  const { post, seen } = open();
  const bomb = gzipSync(Buffer.alloc(400 * LIMIT));
  expect(bomb.length).toBeLessThan(LIMIT);
  const answer = await post(bomb, 'gzip');
  expect([answer.statusCode, answer.json().problem]).toEqual([413, 'input.too-large']);
  expect(seen()).toBeUndefined();
});

it('unpacked stops at the limit and destroys an endless source', async () => {
  const zeros = gzipSync(Buffer.alloc(LIMIT / 10));
  const endless = new Readable({ read: () => void endless.push(zeros) });
  let length = 0;
  await expect(async () => {
    for await (const chunk of unpacked(endless, LIMIT)) {
      length += chunk.length;
      if (length > LIMIT) return;
    }
  }).rejects.toThrow('too large');
  expect([length <= LIMIT, endless.destroyed]).toEqual([true, true]);
});

it('unpackBodies answers 400 to a truncated, damaged or uncompressed gzip body', async () => {
  const { post, seen } = open();
  const whole = packed({ a: 'b'.repeat(1_000) });
  const damaged = Buffer.from(whole);
  damaged[20] = (damaged[20] ?? 0) ^ 0xff;
  for (const bad of [whole.subarray(0, -9), damaged, Buffer.from('{}')])
    expect((await post(bad, 'gzip')).statusCode).toBe(400);
  expect(seen()).toBeUndefined();
});

it('unpackBodies leaves a body with the encoding identity unchanged', async () => {
  const { post, seen } = open();
  expect((await post(Buffer.from('{"a":1}'), 'identity')).statusCode).toBe(200);
  expect(seen()).toEqual({ a: 1 });
});
