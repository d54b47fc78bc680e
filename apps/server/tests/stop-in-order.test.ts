import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { makeServer } from '../src/platform/http/server.ts';

it('shutdown answers every request under way and accepts no new one', async () => {
  const app = await makeServer(readConfig({ APP_WIRE_KEY: 'a'.repeat(16), DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' }));
  let underWay = 0;
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  app.post('/api/pay', async (request) => {
    underWay += 1;
    if (underWay === 5) arrived.resolve();
    await release.promise;
    return request.body;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/pay`;
  const pay = (amount: number) =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify({ amount }),
      headers: { 'content-type': 'application/json' },
    });
  const answers = Promise.all(
    [1, 2, 3, 4, 5].map(async (amount) => {
      const answer = await pay(amount);
      return [answer.status, await answer.json()];
    }),
  );
  await arrived.promise;
  // As `main.ts` does at SIGTERM, before it lets go of the database.
  const closing = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  await expect(pay(6)).rejects.toThrow();
  release.resolve();
  expect(await answers).toEqual([1, 2, 3, 4, 5].map((amount) => [200, { amount }]));
  await closing;
});
