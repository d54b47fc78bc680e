import { createStore } from '../../lib/store.ts';

/** Lock of the browser that the gate page in front holds. */
const LOCK = 'mfuko-gate-in-front';

/**
 * True on one of this browser's open gate pages: the one that the guard looked at last. Every page hears of the outcomes of the device's
 * queue, and only this one sounds for them.
 */
export const inFront = createStore(false);

/** Follows which gate page is in front. Returns a function that stops this, so that another page takes over. */
export function followFront(): () => void {
  const follow = canAgree() ? createTurns() : createAlone();
  follow.look();
  document.addEventListener('visibilitychange', follow.look);
  window.addEventListener('focus', follow.look);
  return () => {
    document.removeEventListener('visibilitychange', follow.look);
    window.removeEventListener('focus', follow.look);
    follow.stop();
    inFront.set(false);
  };
}

interface Following {
  /** Called whenever the page may have come to the front or left it. */
  look(): void;
  stop(): void;
}

const isVisible = () => document.visibilityState === 'visible';
const canAgree = () => navigator.locks !== undefined && typeof BroadcastChannel !== 'undefined';

/** Without the browser's help pages cannot agree: each sounds for what it hears while it is visible. */
function createAlone(): Following {
  return { look: () => inFront.set(isVisible()), stop: () => undefined };
}

/** Takes the lock when the page comes to the front; a page behind it waits for the lock, in case the page in front is closed. */
function createTurns(): Following {
  const over = new AbortController();
  let waiting = new AbortController();
  let isTaking = false;
  let isRefused = false;

  async function hold(options: LockOptions): Promise<void> {
    let isGranted = false;
    try {
      await navigator.locks.request(LOCK, options, () => {
        isTaking = false;
        if (over.signal.aborted) return;
        isGranted = true;
        inFront.set(true);
        return new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
      });
    } catch {
      isTaking = false;
      // The wait was ended above or by the page itself.
      if (over.signal.aborted || options.signal?.aborted) return;
      // A browser that refuses locks lets the page decide alone.
      if (!isGranted) isRefused = true;
      inFront.set(isRefused && isVisible());
      // Another page came to the front.
      if (isGranted) wait();
    }
  }
  function wait(): void {
    waiting = new AbortController();
    void hold({ signal: waiting.signal });
  }
  function takeOver(): void {
    if (inFront.get() || isTaking) return;
    isTaking = true;
    waiting.abort();
    void hold({ steal: true });
  }
  // A page that was opened behind another one.
  if (!isVisible()) wait();
  return {
    look() {
      if (isRefused) inFront.set(isVisible());
      else if (isVisible()) takeOver();
    },
    stop() {
      over.abort();
      waiting.abort();
    },
  };
}
