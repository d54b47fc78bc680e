/** Screens that recorded the event; `stop` is a check-out to be stopped. All share one queue, which any open desk sends. */
export type OfflineLane = 'gate' | 'bus' | 'roll-call' | 'stop';

/** Event as stored on the device: it does not disclose who, what or when. */
export interface OfflineEvent {
  /** Assigned by the store, and never reused on a device. */
  readonly counter: number;
  readonly key: string;
  readonly lane: OfflineLane;
  /** Id of the event's school; in another school the admission number belongs to another child. */
  readonly school: string;
  readonly sealed: string;
}

const NAME = 'mfuko-offline';
const EVENTS = 'events';
let opened: Promise<IDBDatabase> | null = null;

/** Stores an event. Resolves once the event is on the device, so that it survives the page. */
export async function storeOfflineEvent(event: Omit<OfflineEvent, 'counter'>): Promise<void> {
  await inStore('readwrite', (store) => store.add(event));
}

/** Lists the waiting events of a school, in the order in which they were recorded. */
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
      // A newer page in another tab must not wait for this connection to close.
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => {
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  // The caller receives the error; the next caller opens the database again.
  opened.catch(() => {
    opened = null;
  });
  return opened;
}
