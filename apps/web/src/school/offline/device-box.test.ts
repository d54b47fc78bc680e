import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clearSession, enterUnkept } from '../../lib/session.ts';
import { ownBox, seenBox } from './device-box.ts';

/** Values in all boxes of this browser, by their names. */
const lying = new Map<string, unknown>();
/** Called as something is read: a moment at which somebody may log out. */
let onRead = () => {};

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
      const request = { result: { transaction }, onsuccess: () => undefined };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
});
afterAll(() => vi.unstubAllGlobals());

const enter = () => enterUnkept({ token: 't', userName: '254700000003', role: 'CheckAgent' });

test('a list that is on its way at the logout is not put in after it, and what the device has to send is', async () => {
  enter();
  onRead = () => clearSession();
  await seenBox.put('roster:s', ['Achieng']);
  expect([...lying.keys()]).toEqual(['key']);
  onRead = () => {};
  await seenBox.put('roster:s', ['Achieng']);
  expect([...lying.keys()]).toEqual(['key']);
  await ownBox.put('attempt:k', 1);
  enter();
  await seenBox.put('roster:s', ['Achieng']);
  expect([...lying.keys()]).toEqual(['key', '=attempt:k', '=roster:s']);
});
