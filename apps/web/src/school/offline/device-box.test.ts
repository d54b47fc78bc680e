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
  /** True once a transaction has added a name that is taken, for which the browser aborts it. */
  let refused = false;
  const finish = (value?: unknown) => ({ result: value });
  const store = {
    get(name: string) {
      onRead();
      return finish(lying.get(name));
    },
    add(value: unknown, name: string) {
      refused = lying.has(name);
      return finish(refused || lying.set(name, value));
    },
    delete: (name: string) => finish(lying.delete(name)),
    getAllKeys: ({ lower, upper }: IDBKeyRange) =>
      finish([...lying.keys()].filter((name) => name >= lower && name <= upper)),
    put: (value: unknown, name: string) => finish(lying.set(name, value)),
  };
  const transaction = () => {
    const begun = {
      objectStore: () => store,
      error: new DOMException('The key is taken.', 'ConstraintError'),
      oncomplete: () => undefined,
      onabort: () => undefined,
    };
    queueMicrotask(() => {
      const ended = refused ? begun.onabort : begun.oncomplete;
      refused = false;
      ended();
    });
    return begun;
  };
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string, upper: string) => ({ lower, upper }) });
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

/** Opens the box as a page of its own does. */
async function openPage() {
  vi.resetModules();
  return (await import('./device-box.ts')).ownBox;
}

test('ownBox returns to the next page what it stored and sealed, and never seals a text alike twice', async () => {
  const box = await openPage();
  await box.put('attempt:k', { amount: '150' });
  const sealed = [await box.seal('Amina'), await box.seal('Amina')];
  expect(sealed[0]).not.toBe(sealed[1]);
  const next = await openPage();
  expect(await next.get('attempt:k')).toEqual({ amount: '150' });
  expect(await Promise.all(sealed.map((one) => next.open(one)))).toEqual(['Amina', 'Amina']);
  expect(await next.get('attempt:none')).toBeNull();
});

test('ownBox lists the names that start alike, without the key, and drops one', async () => {
  lying.clear();
  const box = await openPage();
  for (const name of ['ride:1', 'passage:1', 'ride:2']) await box.put(name, 1);
  expect(await box.names('ride:')).toEqual(['ride:1', 'ride:2']);
  await box.drop('ride:1');
  expect(await box.names('')).toEqual(['passage:1', 'ride:2']);
});

test('ownBox of two pages that generate a key at once uses the key of the first', async () => {
  lying.clear();
  const pages = [await openPage(), await openPage()];
  const sealed = await Promise.all(pages.map((box) => box.seal('Amina')));
  const last = await openPage();
  expect(await Promise.all(sealed.map((one) => last.open(one)))).toEqual(['Amina', 'Amina']);
});

test('ownBox neither reads nor creates a key where the one of its values is gone', async () => {
  lying.clear();
  const box = await openPage();
  await box.put('attempt:k', 1);
  const sealed = await box.seal('Amina');
  lying.delete('key');
  const next = await openPage();
  expect(await next.get('attempt:k')).toBeNull();
  await expect(next.open(sealed)).rejects.toThrow('no key');
  expect([...lying.keys()]).toEqual(['=attempt:k']);
});
