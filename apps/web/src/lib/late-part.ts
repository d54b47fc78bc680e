import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { createStore } from './store.ts';

const MAX_PAUSE_SECONDS = 30;

export interface Again {
  /** Retries the load at once. */
  readonly onAgain: () => void;
}

/** Part: a lazy chunk of a screen, loaded on its first use at the latest. */
export interface Part<P> {
  (props: P): ReactNode;
  /** Prefetches the chunk. The promise never rejects: a failed chunk is requested again where the part is shown. */
  readonly ahead: () => Promise<void>;
  /** Returns true once the chunk has been loaded. */
  readonly useIsHere: () => boolean;
}

/**
 * Creates a lazy part that is rendered in place, at the lean entry and in the console (`ui/late-part.tsx`). While the chunk or the part's
 * texts load, `waiting` is shown, and `instead` after a failed load; the rest of the screen stays. The load is retried with backoff while
 * the part is shown, and at once when the network returns or `onAgain` is called. A dialog, or anything else that a press opens, is a
 * `lateDialog`.
 */
export function latePart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead: ComponentType<P & Again> = () => null,
  waiting: ReactNode = null,
): Part<P> {
  const come = createStore<ComponentType<P> | null>(null);
  const Waiting = () => waiting;
  let coming: Promise<void> | undefined;
  function ahead(): Promise<void> {
    coming ??= load().then(come.set, () => {
      // The browser has logged the error. The promise resolves nevertheless, so that callers continue.
      coming = undefined;
    });
    return coming;
  }
  function Late(props: P) {
    const Come = come.use();
    // The failure is local to this instance: where another instance failed before, the network may have returned.
    const [isMissed, setMissed] = useState(false);
    useEffect(() => (Come ? undefined : keepFetching(() => ahead().then(() => setMissed(true)), come.get)), [Come]);
    const Shown = (Come ?? (isMissed ? instead : Waiting)) as ComponentType<P & Again>;
    const all = (Come ? props : { ...props, onAgain: ahead }) as P & Again;
    return createElement(Suspense, { fallback: waiting }, createElement(Shown, all));
  }
  return Object.assign(Late, { ahead, useIsHere: () => come.use() !== null });
}

/** Retries with backoff until the part is loaded. Returns a function that stops the retries. */
function keepFetching(ahead: () => Promise<void>, isHere: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isOver = false;
  async function attempt(): Promise<void> {
    clearTimeout(timer);
    await ahead();
    clearTimeout(timer);
    if (isHere()) stop();
    if (!isOver) timer = setTimeout(attempt, Math.min(2 ** tries++, MAX_PAUSE_SECONDS) * 1000);
  }
  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', attempt);
  }
  void attempt();
  window.addEventListener('online', attempt);
  return stop;
}

/** Retries a style sheet that failed to load: the bundler requests each sheet once, and continues without one that failed. */
function bring(lost: HTMLLinkElement): void {
  let isHere = false;
  const ask = () =>
    new Promise<void>((done) => {
      const sheet = lost.cloneNode() as HTMLLinkElement;
      sheet.onload = sheet.onerror = (event) => {
        isHere = (event as Event).type === 'load';
        if (!isHere) sheet.remove();
        done();
      };
      document.head.append(sheet);
    });
  lost.remove();
  keepFetching(ask, () => isHere);
}

// A sheet that is being retried has its own `onerror`, so this listener skips it.
window.addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && !target.onerror && bring(target),
  true,
);
