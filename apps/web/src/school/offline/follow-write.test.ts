import { beforeEach, expect, test } from 'vitest';
import { endSession } from '../../app/session-flow.ts';
import { endWrite, followWrite } from './follow-write.ts';
import { storageFails } from './storage-state.ts';

const late = () => Promise.reject(new Error('The storage of the device does not answer.'));
const full = () => Promise.reject(new Error('QuotaExceededError'));
/** Follows a slow write, and returns the functions that end it. */
function begin(key: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const told = followWrite(key, promise, late()).catch(() => storageFails.get());
  return { told, write: resolve, fail: () => reject(new Error('QuotaExceededError')) };
}

beforeEach(() => storageFails.set(false));

test('followWrite reports failing storage until each of two late writes has finished', async () => {
  const [one, two] = [begin('k1'), begin('k2')];
  expect(await Promise.all([one.told, two.told])).toEqual([true, true]);
  one.write();
  await Promise.resolve();
  expect(storageFails.get()).toBe(true);
  two.write();
  await Promise.resolve();
  expect(storageFails.get()).toBe(false);
});

test('followWrite reports a failed write until endWrite, and not again when the disk fails later', async () => {
  await expect(followWrite('k1', full(), full())).rejects.toThrow();
  expect(storageFails.get()).toBe(true);
  endWrite('k1');
  expect(storageFails.get()).toBe(false);
  const one = begin('k2');
  await one.told;
  endWrite('k2');
  one.fail();
  await Promise.resolve();
  expect(storageFails.get()).toBe(false);
});

test('endSession clears the storage warning of the signed-out user', async () => {
  await begin('k1').told;
  await endSession();
  expect(storageFails.get()).toBe(false);
  // The end of another user's key does not raise it either.
  endWrite('of the next');
  expect(storageFails.get()).toBe(false);
});
