import { createStore } from './store.ts';

/** Something that happened in this tab and that a person may want to find again after the toast is gone. */
export interface FeedEntry {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly title: string;
  readonly message?: string;
  readonly at: number;
}

const LONGEST = 50;
const store = createStore<readonly FeedEntry[]>([]);
let lastId = 0;

export const useFeed = store.use;

export function addToFeed(entry: Omit<FeedEntry, 'id' | 'at'>): void {
  lastId += 1;
  store.set([{ ...entry, id: lastId, at: Date.now() }, ...store.get()].slice(0, LONGEST));
}

export function clearFeed(): void {
  store.set([]);
}
