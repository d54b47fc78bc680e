import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownBox, seenBox } from './device-box.ts';

/** Values in all boxes of this browser, by their names. */
const lying = new Map<string, unknown>();
/** Called on each read, so that a test can sign out at that moment. */
let onRead = () => {};
/** Drops the box that was opened last, as a sign-out does. */
let dropAll = () => {};

/** Drops the box as the browser does when a user deletes its data. */
let deleteData = () => {};
/** Called when a box is opened. */
let onOpen = () => {};

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
      const result = {
        transaction,
        close: () => undefined,
        onversionchange: () => undefined,
        onclose: () => undefined,
      };
      const request = { result, onsuccess: () => undefined };
      dropAll = () => {
        lying.clear();
        result.onversionchange();
      };
      deleteData = () => {
        lying.clear();
        result.onclose();
      };
      onOpen();
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
});
afterAll(() => vi.unstubAllGlobals());

test('seenBox rejects a write that a sign-out interrupted, and accepts writes after it as ownBox does', async () => {
  await seenBox.put('roster:s', ['Achieng']);
  expect([...lying.keys()]).toEqual(['key', '=roster:s']);
  onRead = () => {
    onRead = () => {};
    dropAll();
  };
  // A page that has just opened reads the key first.
  vi.resetModules();
  const { seenBox: again } = await import('./device-box.ts');
  await expect(again.put('roster:s', ['Achieng'])).rejects.toThrow('dropped');
  expect([...lying.keys()]).not.toContain('=roster:s');
  await ownBox.put('attempt:k', 1);
  await again.put('roster:s', ['Achieng']);
  expect([...lying.keys()]).toEqual(expect.arrayContaining(['=attempt:k', '=roster:s']));
});

test.each([
  ['while it is sealed', 'by the browser'],
  ['while the box is opened', 'by a sign-out'],
])('ownBox rejects a write when the box is dropped meanwhile: %s, %s', async (when, by) => {
  vi.resetModules();
  const { ownBox: box } = await import('./device-box.ts');
  await box.put('passage:k1', 1);
  const drop = () => {
    [onRead, onOpen] = [() => {}, () => {}];
    (by === 'by the browser' ? deleteData : dropAll)();
  };
  const seal = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async () => {
    // After the first of two drops the box is opened again.
    if (when === 'while the box is opened') {
      deleteData();
      onOpen = drop;
    } else drop();
    return new ArrayBuffer(16);
  });
  await expect(box.put('passage:k2', 2)).rejects.toThrow('dropped');
  seal.mockRestore();
  expect([...lying.keys()]).toEqual([]);
  // The next value is stored in a new box.
  await box.put('passage:k3', 3);
  expect([...lying.keys()]).toEqual(['key', '=passage:k3']);
});
