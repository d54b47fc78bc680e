/** A box on this device: what lies in it is sealed with a key that was made here and that nobody can take out of the browser. */
export interface DeviceBox {
  /** Resolves once it is on the disk. Throws where the box was dropped meanwhile, as at a sign-out: what was on its way does not come after that. */
  put(name: string, value: unknown): Promise<void>;
  /** Null where there is nothing of that name, or nothing that can be opened any more. */
  get<T>(name: string): Promise<T | null>;
  drop(name: string): Promise<void>;
  /** Names that begin so. */
  names(start: string): Promise<string[]>;
  /** Seals a text that is to lie elsewhere. */
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}

/** Lists of children that the device has seen. The box goes with the session (`app/session-flow.ts`). */
export const seenBox = createBox('mfuko-seen');
/** For that which the device has to send and cannot seal for the server, and the heads of its papers: it outlives a sign-out. */
export const ownBox = createBox('mfuko-own');

const STORE = 'values';
const KEY = 'key';
const IV_BYTES = 12;

function createBox(database: string): DeviceBox {
  let opened: Promise<IDBDatabase> | null = null;
  let key: Promise<CryptoKey> | null = null;
  /** Times that the whole box was dropped: by a sign-out, or by the browser, as where somebody deletes its data. */
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
        // A sign-out in another tab drops the whole box.
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
  /** `before`: times that the box had been dropped when the work began; it is not done in one that was made since. */
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
    // Of two tabs the first one's key stays: `add` refuses the second.
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
    // Nothing opens by a key that is made now: a box that was dropped meanwhile stays dropped.
    const kept = await (key ?? inStore<CryptoKey | undefined>('readonly', (store) => store.get(KEY)));
    if (!kept) throw new Error('There is no key.');
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
        // Sealed under another key, or kept nowhere: it is not there.
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

/** Keeps the name of whoever is signed in, for a page that is opened without a network: a user name is a phone number. */
export async function keepNames(userName: string, names: string): Promise<void> {
  // A browser that keeps nothing shows the role instead.
  await seenBox.put(`names:${userName}`, names).catch(() => undefined);
}

export function readNames(userName: string): Promise<string | null> {
  return seenBox.get<string>(`names:${userName}`);
}
