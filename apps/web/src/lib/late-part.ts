import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { createStore } from './store.ts';

const LONGEST_PAUSE_SECONDS = 30;

export interface Again {
  /** Fetches it at once. */
  readonly onAgain: () => void;
}

/** Part of a screen that is fetched by itself, at its first use at the latest. */
export interface Part<P> {
  (props: P): ReactNode;
  /** Fetches it before it is needed. It never fails: what did not come is fetched again where the part is shown. */
  readonly ahead: () => Promise<void>;
  /** True once nothing is waited for any more. */
  readonly useIsHere: () => boolean;
}

/**
 * Part of a screen that is fetched by itself and stands in its place, at the lean entry and in the console (`ui/late-part.tsx`). Until its code is here
 * `waiting` stands there, and `instead` where it did not come; the screen itself stays, also while the part waits for texts of its own. It is fetched
 * again while it is shown, later and later, and at once when the network is back or `onAgain` is called. A dialog or whatever else is opened by a press
 * is a `lateDialog`.
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
      // The browser has told its console; whoever stands there goes on.
      coming = undefined;
    });
    return coming;
  }
  function Late(props: P) {
    const Come = come.use();
    // Of this place alone: where it was missed before, the network may be back.
    const [isMissed, setMissed] = useState(false);
    useEffect(() => (Come ? undefined : keepFetching(() => ahead().then(() => setMissed(true)), come.get)), [Come]);
    const Shown = (Come ?? (isMissed ? instead : Waiting)) as ComponentType<P & Again>;
    const all = (Come ? props : { ...props, onAgain: ahead }) as P & Again;
    return createElement(Suspense, { fallback: waiting }, createElement(Shown, all));
  }
  return Object.assign(Late, { ahead, useIsHere: () => come.use() !== null });
}

/** Tries until it is here. Answers how to stop. */
function keepFetching(ahead: () => Promise<void>, isHere: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isOver = false;
  async function attempt(): Promise<void> {
    clearTimeout(timer);
    await ahead();
    clearTimeout(timer);
    if (isHere()) stop();
    if (!isOver) timer = setTimeout(attempt, Math.min(2 ** tries++, LONGEST_PAUSE_SECONDS) * 1000);
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

/** The bundler asks for each sheet once, and goes on without one that did not come: it is asked for here until it has. */
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

// Those that are asked for again hear of their own end.
window.addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && !target.onerror && bring(target),
  true,
);
