import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownBox, seenBox } from './device-box.ts';

/** Values in all boxes of this browser, by their names. */
const lying = new Map<string, unknown>();
/** Called as something is read: a moment at which somebody may log out. */
let onRead = () => {};
/** Drops the box that was opened last, as a logout does. */
let dropAll = () => {};

beforeAll(() => {
  const finish = (value?: unknown) => ({ result: value });
  const store = {
    get(name: string) {
      onRead();
      return finish(lying.get(name));
    },
    add: (value: unknown, name: string) => finish(lying.set(name, value)),
    put: (value: unknown, name: string) => finish(lying.set(name, value)),
  };
  const transaction = () => {
    const begun = { objectStore: () => store, oncomplete: () => undefined };
    queueMicrotask(() => begun.oncomplete());
    return begun;
  };
  vi.stubGlobal('indexedDB', {
    open() {
      const result = { transaction, close: () => undefined, onversionchange: () => undefined };
      const request = { result, onsuccess: () => undefined };
      dropAll = () => {
        lying.clear();
        result.onversionchange();
      };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
});
afterAll(() => vi.unstubAllGlobals());

test('a list that is on its way at the logout is not put in after it, and what the device has to send is', async () => {
  await seenBox.put('roster:s', ['Achieng']);
  expect([...lying.keys()]).toEqual(['key', '=roster:s']);
  onRead = () => {
    onRead = () => {};
    dropAll();
  };
  // Of a page that has just been opened: the key is read first.
  vi.resetModules();
  const { seenBox: again } = await import('./device-box.ts');
  await again.put('roster:s', ['Achieng']);
  expect([...lying.keys()]).not.toContain('=roster:s');
  await ownBox.put('attempt:k', 1);
  await again.put('roster:s', ['Achieng']);
  expect([...lying.keys()]).toEqual(expect.arrayContaining(['=attempt:k', '=roster:s']));
});
