/** Encrypted storage on this device. Its values are sealed with a key that was generated here and cannot be exported from the browser. */
export interface DeviceBox {
  /**
   * Resolves once the value is on the disk. Throws where the box was dropped meanwhile, as at a sign-out, so that a value under way is not
   * written after that.
   */
  put(name: string, value: unknown): Promise<void>;
  /** Resolves with null where there is no value of that name, or it can no longer be decrypted. */
  get<T>(name: string): Promise<T | null>;
  drop(name: string): Promise<void>;
  /** Resolves with the names that start with `start`. */
  names(start: string): Promise<string[]>;
  /** Seals a text that is stored elsewhere. */
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}

/** Lists of children that the device has fetched. The box is dropped with the session (`app/session-flow.ts`). */
export const seenBox = createBox('mfuko-seen');
/** Data that the device has to send and cannot seal for the server, and the heads of its papers; survives a sign-out. */
export const ownBox = createBox('mfuko-own');

const STORE = 'values';
const KEY = 'key';
const IV_BYTES = 12;

function createBox(database: string): DeviceBox {
  let opened: Promise<IDBDatabase> | null = null;
  let key: Promise<CryptoKey> | null = null;
  /** Number of times that the whole box was dropped: by a sign-out, or by the browser, for example when a user deletes its data. */
  let drops = 0;

  function forget(): void {
    opened = null;
    key = null;
  }
  function drop(): void {
    drops += 1;
    forget();
  }
  function connect(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1);
      request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
      request.onsuccess = () => {
        // A sign-out in another tab deletes the database.
        request.result.onversionchange = () => {
          request.result.close();
          drop();
        };
        request.result.onclose = drop;
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    });
    opened.catch(forget);
    return opened;
  }
  /** Runs `work` in the store. Throws where the box was dropped since `before`, the number of drops when the work began. */
  async function inStore<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest,
    before?: number,
  ): Promise<T> {
    const connection = await connect();
    if (before !== undefined && before !== drops) throw new Error('The box was dropped.');
    return new Promise((resolve, reject) => {
      const transaction = connection.transaction(STORE, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result as T);
      transaction.onabort = () => reject(transaction.error);
    });
  }
  async function makeKey(): Promise<CryptoKey> {
    const kept = await inStore<CryptoKey | undefined>('readonly', (store) => store.get(KEY));
    if (kept) return kept;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    // If two tabs generate a key, the first one wins: `add` refuses the second.
    await inStore('readwrite', (store) => store.add(made, KEY)).catch(() => undefined);
    return (await inStore<CryptoKey | undefined>('readonly', (store) => store.get(KEY))) ?? made;
  }
  function ownKey(): Promise<CryptoKey> {
    key ??= makeKey();
    key.catch(forget);
    return key;
  }
  async function lock(text: string): Promise<Uint8Array<ArrayBuffer>> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const plain = new TextEncoder().encode(text);
    const locked = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await ownKey(), plain));
    const whole = new Uint8Array(IV_BYTES + locked.length);
    whole.set(iv);
    whole.set(locked, IV_BYTES);
    return whole;
  }
  async function unlock(whole: Uint8Array<ArrayBuffer>): Promise<string> {
    const iv = whole.slice(0, IV_BYTES);
    // Never generates a key here, which could decrypt nothing and would recreate a box that was dropped meanwhile.
    const kept = await (key ?? inStore<CryptoKey | undefined>('readonly', (store) => store.get(KEY)));
    if (!kept) throw new Error('The device has no key of its queue.');
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, kept, whole.slice(IV_BYTES));
    return new TextDecoder().decode(plain);
  }

  return {
    async put(name, value) {
      const before = drops;
      const locked = await lock(JSON.stringify(value));
      await inStore('readwrite', (store) => store.put(locked, `=${name}`), before);
    },
    async get<T>(name: string) {
      try {
        const locked = await inStore<Uint8Array<ArrayBuffer> | undefined>('readonly', (store) => store.get(`=${name}`));
        return locked ? (JSON.parse(await unlock(locked)) as T) : null;
      } catch {
        // A value that cannot be read, or was sealed with another key, counts as missing.
        return null;
      }
    },
    async drop(name) {
      await inStore('readwrite', (store) => store.delete(`=${name}`));
    },
    async names(start) {
      const found = IDBKeyRange.bound(`=${start}`, `=${start}~`);
      return (await inStore<string[]>('readonly', (store) => store.getAllKeys(found))).map((name) => name.slice(1));
    },
    async seal(text) {
      return btoa(String.fromCharCode(...(await lock(text))));
    },
    open: (sealed) => unlock(Uint8Array.from(atob(sealed), (char) => char.charCodeAt(0))),
  };
}

/** Stores the signed-in user's name for a page that is opened without a network; the user name is only a phone number. */
export async function keepNames(userName: string, names: string): Promise<void> {
  // A browser without storage shows the role instead.
  await seenBox.put(`names:${userName}`, names).catch(() => undefined);
}

export function readNames(userName: string): Promise<string | null> {
  return seenBox.get<string>(`names:${userName}`);
}
