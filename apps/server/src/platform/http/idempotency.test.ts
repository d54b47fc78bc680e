import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { openKeys } from '../crypto/keys.ts';
import { hashInput } from './idempotency.ts';

const keys = openKeys(randomBytes(32));
const input = { admissionNumber: '4417', pin: '274951', amount: 150n };

it('hashInput ignores the order of fields and differs by user, call and values', () => {
  const first = hashInput(keys, 'u', 'wallet/cashOutPin', input);
  const turned = Object.fromEntries(Object.entries(input).reverse());
  expect(hashInput(keys, 'u', 'wallet/cashOutPin', turned)).toEqual(first);
  for (const other of [
    hashInput(keys, 'v', 'wallet/cashOutPin', input),
    hashInput(keys, 'u', 'wallet/deposit', input),
    hashInput(keys, 'u', 'wallet/cashOutPin', { ...input, amount: 151n }),
  ]) {
    expect(other).not.toEqual(first);
  }
});

it("hashInput differs under another installation's key", () => {
  const elsewhere = openKeys(randomBytes(32));
  expect(hashInput(elsewhere, 'u', 'wallet/cashOutPin', input)).not.toEqual(
    hashInput(keys, 'u', 'wallet/cashOutPin', input),
  );
});
