/** Database of keys that this browser has generated. IndexedDB survives a power cut, and the private keys cannot be exported. */
const NAME = 'mfuko-device';
const STORE = 'keys';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

/** Keys of the entries in the store. */
export const OWN_KEY = 1;
export const LAN_READER = 2;
export const CONTINUITY = 3;

export interface PublicKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** Generates a key pair, of which only the public key can be exported. */
export async function makeKeyPair(): Promise<{ readonly privateKey: CryptoKey; readonly publicKey: PublicKey }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y } };
}

/** Returns the signature of a text, in base64url. */
export async function signText(key: CryptoKey, text: string): Promise<string> {
  return base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(text)));
}

export function base64url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => void asked.result.createObjectStore(STORE);
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const database = asked.result;
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result as T);
      };
      transaction.onabort = () => reject(transaction.error);
    };
  });
}
