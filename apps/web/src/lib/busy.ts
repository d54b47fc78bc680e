import { createStore } from './store.ts';

const running = createStore(0);
const asking = createStore(0);

/** Number of calls under way that block the page; none while one of them waits for an answer of the person. */
export function useBusyCount(): number {
  const count = running.use();
  return asking.use() > 0 ? 0 : count;
}

/** Lets the person reach the page for as long as they are asked something in the midst of a call. */
export async function whileAsking<T>(work: () => Promise<T>): Promise<T> {
  asking.set(asking.get() + 1);
  try {
    return await work();
  } finally {
    asking.set(asking.get() - 1);
  }
}

/** Holds the loading overlay for as long as `work` runs, whatever comes of it. */
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  running.set(running.get() + 1);
  try {
    return await work();
  } finally {
    running.set(running.get() - 1);
  }
}
