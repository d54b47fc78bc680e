import { expect, it } from 'vitest';
import { keepTokens } from './tokens.ts';

const consumer = { consumerKey: 'demoKey123', consumerSecret: 'demoSecret456' };

it('the token cache fetches one new token for concurrent callers with the same invalid one', async () => {
  let fetched = 0;
  const tokens = keepTokens(
    async () => ({ access_token: `token-${++fetched}`, expires_in: 3599 }),
    () => 0,
  );
  await tokens.of(consumer);
  const after = await Promise.all([1, 2, 3].map(() => tokens.after(consumer, 'token-1')));
  expect({ after, fetched }).toEqual({ after: ['token-2', 'token-2', 'token-2'], fetched: 2 });
});

it('the token cache fetches a new token when the consumer secret changed', async () => {
  let fetched = 0;
  const tokens = keepTokens(
    async () => ({ access_token: `token-${++fetched}`, expires_in: 3599 }),
    () => 0,
  );
  await tokens.of(consumer);
  expect(await tokens.of({ ...consumer, consumerSecret: 'another' })).toBe('token-2');
});
