import { createStore } from './store.ts';

/** Longest time that the frame waits for the screen, in milliseconds. */
const MAX_MS = 3_000;
/**
 * Pause between the rendered screen and the frame's requests, in milliseconds: rows below the fold are laid out in it, and a first press is
 * handled without delay.
 */
const PAUSE_MS = 300;

const there = createStore(true);

/**
 * Returns true once the screen of a page load has received the answers to its first requests and has rendered them. Only then does the
 * frame send its own requests (counts, notices, clock, payments without an answer), which earlier would compete for network, server and
 * processor. True at once where nothing was prefetched.
 */
export const useFirstAnswers = there.use;

/**
 * Delays the frame's own requests until the screen is rendered, its requests have settled (failed ones included), and the browser has been
 * idle once.
 */
export function waitForFirst(answers: readonly Promise<unknown>[], drawn: Promise<unknown>): void {
  if (answers.length === 0) return;
  there.set(false);
  const go = () => there.set(true);
  setTimeout(go, MAX_MS);
  // An answer that has just arrived is on the screen only after the second animation frame from now.
  const later = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(() => setTimeout(go, PAUSE_MS))));
  void Promise.allSettled([drawn, ...answers]).then(later);
}

/** Runs `work` when the browser is idle; not every browser has requestIdleCallback. */
function whenIdle(work: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(work);
  else setTimeout(work, 50);
}
