import { expect, it } from 'vitest';
import { withBreaker } from './breaker.ts';
import { noPayments } from './nowhere.ts';
import { type PaymentAccount, PaymentsError, type PaymentsGateway } from './port.ts';

const account = {} as PaymentAccount;

it('the circuit breaker opens after five failures and lets one probe request pass after 31 seconds', async () => {
  let now = 0;
  let asked = 0;
  let down = true;
  const provider: PaymentsGateway = {
    ...noPayments,
    queryStkPush: async () => {
      asked++;
      if (down) throw new PaymentsError('the provider cannot be reached', { retry: true });
      return { code: '0', description: '', outcome: { state: 'done', retry: false, misconfigured: false } };
    },
  };
  const gateway = withBreaker(provider, { now: () => now });
  const ask = () => gateway.queryStkPush(account, 'ws_CO_1').catch((error: unknown) => error);
  for (let count = 0; count < 20; count++) expect(await ask()).toMatchObject({ retry: true });
  expect(asked).toBe(5);
  now += 31_000;
  // One request tests the connection; while it is in progress, and as long as it fails, the others are refused.
  await Promise.all([ask(), ask(), ask()]);
  expect(asked).toBe(6);
  now += 31_000;
  down = false;
  expect(await ask()).toMatchObject({ code: '0' });
  expect(await ask()).toMatchObject({ code: '0' });
});

it('the circuit breaker stays closed when the provider rejects requests', async () => {
  let asked = 0;
  const provider: PaymentsGateway = {
    ...noPayments,
    queryStkPush: async () => {
      asked++;
      throw new PaymentsError('the provider refused with 500.003.02', { code: '500.003.02', retry: true });
    },
  };
  const gateway = withBreaker(provider, { now: () => 0 });
  for (let count = 0; count < 12; count++) await gateway.queryStkPush(account, 'ws_CO_1').catch(() => undefined);
  expect(asked).toBe(12);
});
