import { LARGE_BODY } from '@mfuko/contract/endpoint';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { openMemoryGuard } from './memory-guard.ts';

const PICTURED = { kind: 'record', body: 'picture' } as const;

/** Returns the statuses of concurrent calls with the largest body, one more than one person has room for. */
async function admitted(bodies: number, headers: Record<string, string>): Promise<number[]> {
  const guard = openMemoryGuard({ limit: bodies * LARGE_BODY * 8, isTight: () => false });
  const app = Fastify();
  let open: (() => void) | undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  app.addHook('onRequest', async (request, reply) => guard.admit(PICTURED, request, reply, 'one'));
  app.post('/', () => all.then(() => 'done'));
  const asked = Array.from({ length: bodies + 1 }, () =>
    app.inject({ method: 'POST', url: '/', headers, payload: 'x' }),
  );
  setImmediate(() => open?.());
  const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  await app.close();
  return codes;
}

it('the memory guard weighs a gzip body by its largest unpacked size, and any other by its length', async () => {
  const type = { 'content-type': 'text/plain' };
  expect(await admitted(2, type)).toEqual([200, 200, 200]);
  expect((await admitted(2, { ...type, 'content-encoding': 'gzip' })).filter((code) => code === 200)).toHaveLength(2);
});
