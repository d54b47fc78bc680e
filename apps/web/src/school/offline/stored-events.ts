/** Which screens recorded it; `stop`: a check-out that is to be stopped. There is one queue for all of them: whichever desk is open sends what waits. */
export type OfflineLane = 'gate' | 'bus' | 'roll-call' | 'stop';

/** An event as it lies on the device: nothing in it tells who, what or when. */
export interface OfflineEvent {
  /** Given by the store, and never twice on a device. */
  readonly counter: number;
  readonly key: string;
  readonly lane: OfflineLane;
  /** Id of the school that it belongs to; in another one its admission number is another child's. */
  readonly school: string;
  readonly sealed: string;
}

const NAME = 'mfuko-offline';
const EVENTS = 'events';
let opened: Promise<IDBDatabase> | null = null;

/** Puts an event away. Resolves once the device has it, whatever becomes of the page. */
export async function storeOfflineEvent(event: Omit<OfflineEvent, 'counter'>): Promise<void> {
  await inStore('readwrite', (store) => store.add(event));
}

/** Lists what waits for a school, in the order in which it was recorded. */
export async function listOfflineEvents(school: string): Promise<OfflineEvent[]> {
  const all = await inStore<OfflineEvent[]>('readonly', (store) => store.getAll());
  return all.filter((event) => event.school === school);
}

export async function dropOfflineEvents(counters: readonly number[]): Promise<void> {
  await inStore('readwrite', (store) => {
    let last: IDBRequest | undefined;
    for (const counter of counters) last = store.delete(counter);
    return last ?? store.count();
  });
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(EVENTS, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(EVENTS));
    transaction.oncomplete = () => resolve(request.result as T);
    transaction.onabort = () => reject(transaction.error);
  });
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(EVENTS, { keyPath: 'counter', autoIncrement: true });
    request.onsuccess = () => {
      // Another tab that brings a newer page must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => {
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  // The caller meets the failure; the next one opens it anew.
  opened.catch(() => {
    opened = null;
  });
  return opened;
}
