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

it.each(['gzip', 'GZIP'])('takes a body that was packed with %s', async (encoding) => {
  const { post, seen } = open();
  const body = { B64Fingerprint: 'iVBORw0KGgo='.repeat(10_000) };
  expect((await post(packed(body), encoding)).statusCode).toBe(200);
  expect(seen()).toEqual(body);
});

it('has the device sign the bytes that it sent', async () => {
  const { post, digest } = open();
  const body = packed({ a: 'b'.repeat(10_000) });
  expect((await post(body, 'gzip')).statusCode).toBe(200);
  expect(digest()).toBe(createHash('sha256').update(body).digest('hex'));
});

it('refuses a body that grows beyond the limit', async () => {
  const { post, seen } = open();
  const bomb = gzipSync(Buffer.alloc(400 * LIMIT));
  expect(bomb.length).toBeLessThan(LIMIT);
  const answer = await post(bomb, 'gzip');
  expect([answer.statusCode, answer.json().problem]).toEqual([413, 'input.too-large']);
  expect(seen()).toBeUndefined();
});

it('unpacks no more of it than the limit, and reads no more of what comes', async () => {
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

it('refuses what is cut short, damaged, or not packed at all', async () => {
  const { post, seen } = open();
  const whole = packed({ a: 'b'.repeat(1_000) });
  const damaged = Buffer.from(whole);
  damaged[20] = (damaged[20] ?? 0) ^ 0xff;
  for (const bad of [whole.subarray(0, -9), damaged, Buffer.from('{}')])
    expect((await post(bad, 'gzip')).statusCode).toBe(400);
  expect(seen()).toBeUndefined();
});

it('leaves a body alone that says nothing of it', async () => {
  const { post, seen } = open();
  expect((await post(Buffer.from('{"a":1}'), 'identity')).statusCode).toBe(200);
  expect(seen()).toEqual({ a: 1 });
});
