import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { packLists } from './packed.ts';

const ROWS = Array.from({ length: 100 }, (_, place) => ({ admissionNumber: String(place), names: 'Amina Juma' }));

async function ask(path: string, accepted?: string) {
  const app = Fastify();
  packLists(app);
  app.get('/list', (_request, reply) => reply.header('X-Total-Count', ROWS.length).send(ROWS));
  app.get('/short', (_request, reply) => reply.header('X-Total-Count', 1).send(ROWS.slice(0, 1)));
  app.get('/one', (_request, reply) => reply.send({ rows: ROWS }));
  return app.inject({ url: path, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
}

it.each([
  ['gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5, br;q=0', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=1.0, GZIP;q=0.5', 'br'],
])('packLists compresses a list for Accept-Encoding %s', async (accepted, way) => {
  const answer = await ask('/list', accepted);
  expect(answer.headers['content-encoding']).toBe(way);
  const unpack = way === 'br' ? brotliDecompressSync : gunzipSync;
  expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(ROWS);
  expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(ROWS).length / 5);
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  expect(answer.headers.vary).toBe('Accept-Encoding');
});

it('packLists leaves short lists, single records and answers to other clients uncompressed', async () => {
  for (const [path, accepted] of [
    ['/list', undefined],
    ['/list', 'zstd'],
    ['/list', 'br;q=0'],
    ['/list', 'gzip;q=0'],
    ['/short', 'gzip'],
    ['/one', 'gzip'],
  ] as const) {
    const answer = await ask(path, accepted);
    expect([path, accepted, answer.headers['content-encoding']]).toEqual([path, accepted, undefined]);
    expect(() => answer.json()).not.toThrow();
  }
});
