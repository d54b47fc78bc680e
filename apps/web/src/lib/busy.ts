import { createStore } from './store.ts';

const running = createStore(0);
const asking = createStore(0);

/** Returns the number of running calls that block the page; 0 while one of them waits for the user to answer a question. */
export function useBusyCount(): number {
  const count = running.use();
  return asking.use() > 0 ? 0 : count;
}

/** Unblocks the page while the user answers a question in the middle of a call. */
export async function whileAsking<T>(work: () => Promise<T>): Promise<T> {
  asking.set(asking.get() + 1);
  try {
    return await work();
  } finally {
    asking.set(asking.get() - 1);
  }
}

/** Shows the loading overlay while `work` runs, and hides the overlay also when `work` throws. */
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  running.set(running.get() + 1);
  try {
    return await work();
  } finally {
    running.set(running.get() - 1);
  }
}
