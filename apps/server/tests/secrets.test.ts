import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { messageHooks } from '../src/features/messages/index.ts';
import { withAccount } from '../src/features/payments/index.ts';
import { openTestServer, type TestServer } from './kit.ts';
import { collectsWith } from './payments.testkit.ts';

// A module that has it by its name, loaded long ago by another file, has the watched one from now on.
const compare = vi.spyOn(crypto, 'timingSafeEqual');
syncBuiltinESMExports();

let server: TestServer;
let school: string;
beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  await collectsWith(await server.aPerson('Admin'), school, '600220');
});
afterAll(async () => {
  compare.mockRestore();
  syncBuiltinESMExports();
  await server?.close();
});

/** Knock: what a secret at an address was held against in constant time, and how the address answered. */
async function knock(url: string) {
  compare.mockClear();
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url,
    payload: 'id=1&status=Success',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return { statusCode, compared: compare.mock.results.map(({ value }) => value as boolean) };
}

it('the secret of M-Pesa callbacks is compared in constant time, right, wrong or of no school', async () => {
  const account = await server.context.db.inSchool(school, (tx) => withAccount(server.context, tx));
  const right = account?.hookSecret ?? '';
  const at = (secret: string) => knock(`/hooks/pull/${secret}`);
  expect(await at(right)).toEqual({ statusCode: 200, compared: [true] });
  expect(await at(`${right.slice(0, 32)}${'0'.repeat(64)}`)).toEqual({ statusCode: 404, compared: [false] });
  expect(await at(`${'0'.repeat(95)}1`)).toEqual({ statusCode: 404, compared: [false] });
});

it('the secret of delivery reports and opt-outs is compared in constant time, right or wrong', async () => {
  const { deliveryReports, optOut } = messageHooks(server.context);
  for (const path of [deliveryReports, optOut]) {
    expect(await knock(path)).toEqual({ statusCode: 200, compared: [true] });
    const [, , , secret = '', end] = path.split('/');
    for (const wrong of [`${secret.slice(0, -1)}~`, 'x', `${secret}x`])
      expect(await knock(`/hooks/sms/${wrong}/${end}`)).toEqual({ statusCode: 404, compared: [false] });
  }
});
