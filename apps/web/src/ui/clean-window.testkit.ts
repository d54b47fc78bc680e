// Imported before any module that loads React.
import './quick-react.testkit.ts';
import './quick-style.testkit.ts';
import './quick-matches.testkit.ts';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// One window, and the caches of the libraries, serve all files of a worker: creating them costs more than most test files. Our own modules
// are loaded anew for each file, so that its mocks apply.
vi.resetModules();

type ElementError = ReturnType<typeof getConfig>['getElementError'] & { inFull?: ElementError };
const known: ElementError = getConfig().getElementError;
const { inFull = known } = known;
const getElementError: ElementError = Object.assign(
  // The library would print the whole page at each failed poll of a `findBy…`, and again on its timeout: only the last print is of use.
  (message: string | null, container: Element) =>
    message !== null && isWaiting() ? elementError(message) : inFull(message, container),
  { inFull },
);
configure({
  // The library's default of one second is too short for a loaded machine to render a screen.
  asyncUtilTimeout: 10_000,
  getElementError,
});

function isWaiting(): boolean {
  const { _disableExpensiveErrorDiagnostics: isLooking } = getConfig() as {
    _disableExpensiveErrorDiagnostics?: boolean;
  };
  if (isLooking === undefined) throw new Error('The library tells elsewhere that it waits.');
  return isLooking;
}

function elementError(message: string): Error {
  return Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
}

/** WebSocket that never connects, so that tests do not reach a scanner service on the developer's machine. */
class UnheardSocket {
  static readonly OPEN = 1;
  readonly readyState = 3;
  onerror: (() => void) | null = null;
  onclose: ((event: { readonly reason: string; readonly code: number }) => void) | null = null;
  constructor() {
    queueMicrotask(() => {
      this.onerror?.();
      this.onclose?.({ reason: '', code: 1006 });
    });
  }
  send() {}
  close() {}
}
Object.assign(globalThis, { WebSocket: UnheardSocket });

const { setTimeout: realTimeout } = globalThis;
const left = new Set<ReturnType<typeof setTimeout>>();
// Timers that this file leaves behind would run in the next one, where fake timers turn a reconnect into an endless loop. Intervals are
// kept: the animation frames of the window are one.
const noteTimeout = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
  const timer = realTimeout(() => {
    left.delete(timer);
    run(...given);
  }, ms);
  left.add(timer);
  return timer;
};
Object.assign(globalThis, { setTimeout: noteTimeout });

const { matchMedia, ResizeObserver } = window;
const { scrollIntoView } = Element.prototype;
const { showModal } = HTMLDialogElement.prototype;

afterAll(() => {
  cleanup();
  notifications.clean();
  vi.useRealTimers();
  for (const timer of left) clearTimeout(timer);
  globalThis.setTimeout = realTimeout;
  vi.unstubAllGlobals();
  Object.assign(window, { matchMedia, ResizeObserver, BarcodeDetector: undefined });
  Element.prototype.scrollIntoView = scrollIntoView;
  HTMLDialogElement.prototype.showModal = showModal;
  // The objects' real properties are on their prototypes, so own properties were set by tests.
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(navigator))) Reflect.deleteProperty(navigator, name);
  Reflect.deleteProperty(document, 'hidden');
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  document.title = '';
  history.replaceState(null, '', '/');
});
