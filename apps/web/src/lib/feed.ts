import { createStore } from './store.ts';

/** Event of this tab that a user may want to find again after its toast has disappeared. */
export interface FeedEntry {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly title: string;
  readonly message?: string;
  readonly at: number;
}

const MAX_ENTRIES = 50;
const store = createStore<readonly FeedEntry[]>([]);
let lastId = 0;

export const useFeed = store.use;

export function addToFeed(entry: Omit<FeedEntry, 'id' | 'at'>): void {
  lastId += 1;
  store.set([{ ...entry, id: lastId, at: Date.now() }, ...store.get()].slice(0, MAX_ENTRIES));
}

export function clearFeed(): void {
  store.set([]);
}
