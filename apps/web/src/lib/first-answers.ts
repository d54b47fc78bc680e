import { createStore } from './store.ts';

/** A screen that stands later than that is not waited for any longer, in milliseconds. */
const LONGEST_MS = 3_000;
/** Time that a screen has to itself once it stands, in milliseconds: far rows are laid out in it, and what is pressed first is done first. */
const PAUSE_MS = 300;

const there = createStore(true);

/**
 * True once the screen of a page load has been answered what it asked first, and has drawn it. The frame asks its own questions then (counts,
 * notices, clock, payments without an answer): before, they would take line, server and processor from what somebody waits for. True at once
 * where nothing was asked ahead.
 */
export const useFirstAnswers = there.use;

/**
 * Holds the frame's own questions back until the screen is drawn, its answers have come, for better or worse, and the browser has had nothing else
 * to do for once.
 */
export function waitForFirst(answers: readonly Promise<unknown>[], drawn: Promise<unknown>): void {
  if (answers.length === 0) return;
  there.set(false);
  const go = () => there.set(true);
  setTimeout(go, LONGEST_MS);
  // An answer that has just come is on its way to the screen until the second drawing from now.
  const later = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(() => setTimeout(go, PAUSE_MS))));
  void Promise.allSettled([drawn, ...answers]).then(later);
}

/** Not known to every browser. */
function whenIdle(work: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(work);
  else setTimeout(work, 50);
}
