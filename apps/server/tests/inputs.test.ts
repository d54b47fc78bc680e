import { randomBytes } from 'node:crypto';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { seal } from '@mfuko/contract/seal';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInput } from '../src/platform/http/input.ts';
import { newId } from '../src/platform/records/id.ts';
import { plausible } from './hostile.testkit.ts';
import { openTestServer, type TestServer } from './kit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Names of columns and of stored data about people and money, and one unknown name. */
const FOREIGN = {
  ...Object.fromEntries(
    [
      'schoolId',
      'school_id',
      'userId',
      'by',
      'approvedBy',
      'isAdmin',
      'password_hash',
      'steppedUp',
      'balance_cents',
      'deletedAt',
    ].map((name) => [name, '1']),
  ),
  [`x${randomBytes(8).toString('hex')}`]: 'x',
};
const files = (endpoint: Endpoint) =>
  Object.fromEntries(
    (endpoint.files ?? []).map((name) => [
      name,
      { filename: 'a', mimetype: 'application/octet-stream', bytes: Buffer.from('a') },
    ]),
  );
const request = (body: object, query: object = {}) =>
  ({ isMultipart: () => false, body, query }) as unknown as FastifyRequest;
const known = () => ({ userName: seal(server.context.config.wireKey, 'userName', '254711111119'), sysid: newId() });

describe('readInput of every call', () => {
  it('passes on only the fields of the schema', async () => {
    let read = 0;
    const handedOn: string[] = [];
    for (const endpoint of server.registry.served) {
      const input = { ...plausible(endpoint, known()), ...files(endpoint) };
      for (const sent of [request({ ...input, ...FOREIGN }), request(input, FOREIGN)]) {
        // A call that accepts none of the plausible values was not tested.
        const taken = await readInput(endpoint, sent).catch(() => null);
        if (taken === null) continue;
        read += 1;
        for (const name of Object.keys(FOREIGN))
          if (Object.hasOwn(taken as object, name)) handedOn.push(`${endpoint.path} ${name}`);
      }
    }
    expect(handedOn).toEqual([]);
    // Most calls are reached at all.
    expect(read).toBeGreaterThan(server.registry.served.length);
  });

  it('parses every field within two seconds of CPU time for long hostile texts', () => {
    const texts = ['a', '0', ' ', '\t', '-', '.', '@', '+254', 'a.', '07 ', 'é', '\u200b'].flatMap((unit) => {
      const long = unit.repeat(Math.floor(15_000 / unit.length));
      return [long, `${long}!`, `1${long}`, `a@${long}`];
    });
    const slow: string[] = [];
    for (const endpoint of server.registry.served) {
      const input = plausible(endpoint, known());
      for (const field of Object.keys(input)) {
        for (const text of texts) {
          const started = process.cpuUsage();
          endpoint.input.safeParse({ ...input, [field]: text });
          const { user } = process.cpuUsage(started);
          // The processor's time, so that other work on the machine is not counted; collecting garbage is.
          // A pattern that runs away takes minutes.
          if (user > 2_000_000) slow.push(`${endpoint.path} ${field}: ${user / 1000} ms`);
        }
      }
    }
    expect(slow).toEqual([]);
  });
});
