import { type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { createStore } from './store.ts';

const AGAIN_SECONDS = [1, 2, 5, 10, 30];
const Nothing = () => null;

/** Part of a screen that is fetched by itself, at its first use at the latest. */
export interface Part<P> {
  (props: P): ReactNode;
  /** Fetches it before it is needed. It never fails: what did not come is fetched again where the part is shown. */
  readonly ahead: () => Promise<void>;
  /** True once nothing is waited for any more. */
  readonly useIsHere: () => boolean;
}

/**
 * Part of a screen that is fetched by itself. Until its code is here nothing stands there, or `instead` where it did not come; the screen
 * itself stays. It is fetched again while it is shown, later and later, and at once when the network is back.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead: ComponentType<P> = Nothing,
): Part<P> {
  const shown = createStore<{ readonly Comes: ComponentType<P>; readonly isHere: boolean }>({
    ...{ Comes: Nothing, isHere: false },
  });
  let coming: Promise<void> | undefined;
  function ahead(): Promise<void> {
    coming ??= load().then(
      (Comes) => shown.set({ Comes, isHere: true }),
      // The browser has told its console; whoever stands there goes on.
      () => {
        coming = undefined;
        shown.set({ Comes: instead, isHere: false });
      },
    );
    return coming;
  }
  function Lazy(props: P) {
    const { Comes, isHere } = shown.use();
    useEffect(() => (isHere ? undefined : keepFetching(ahead, () => shown.get().isHere)), [isHere]);
    return createElement(Comes, props);
  }
  return Object.assign(Lazy, { ahead, useIsHere: () => shown.use().isHere });
}

/** Tries until it is here. Answers how to stop. */
function keepFetching(ahead: () => Promise<void>, isHere: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isOver = false;
  async function attempt(): Promise<void> {
    clearTimeout(timer);
    await ahead();
    if (isOver || isHere()) return;
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(), (AGAIN_SECONDS[tries] ?? 30) * 1000);
    tries += 1;
  }
  const back = () => void attempt();
  void attempt();
  window.addEventListener('online', back);
  return () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', back);
  };
}

/** The bundler asks for each sheet once, and goes on without one that did not come: it is asked for here until it has. */
function bring(href: string): void {
  let isHere = false;
  const ask = () =>
    new Promise<void>((done) => {
      const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      sheet.dataset.again = '';
      sheet.onload = () => {
        isHere = true;
        stop();
        done();
      };
      sheet.onerror = () => {
        sheet.remove();
        done();
      };
      document.head.append(sheet);
    });
  const stop = keepFetching(ask, () => isHere);
}

window.addEventListener(
  'error',
  ({ target: lost }) => {
    if (!(lost instanceof HTMLLinkElement) || lost.rel !== 'stylesheet' || lost.dataset.again !== undefined) return;
    lost.remove();
    bring(lost.href);
  },
  true,
);
