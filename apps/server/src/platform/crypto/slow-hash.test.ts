import { expect, test } from 'vitest';
import { hashSlowly, isHashOf } from './slow-hash.ts';

test('hashSlowly uses argon2id with 19 MiB and two passes, and verifies only its own text', async () => {
  const hashed = await hashSlowly('7412');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isHashOf(hashed, '7412')).toBe(true);
  expect(await isHashOf(hashed, '7413')).toBe(false);
});
