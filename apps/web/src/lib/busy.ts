import { createStore } from './store.ts';

const running = createStore(0);

/** How many calls that block the page are under way. */
export const useBusyCount = running.use;

/** Holds the loading overlay for as long as `work` runs, whatever comes of it. */
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  running.set(running.get() + 1);
  try {
    return await work();
  } finally {
    running.set(running.get() - 1);
  }
}
