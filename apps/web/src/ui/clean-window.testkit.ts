// Before anything that loads React.
import './quick-react.testkit.ts';
import './quick-style.testkit.ts';
import './quick-matches.testkit.ts';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// One window, and what the libraries keep, serves every file of a worker: making them costs more than most files of tests.
// Modules of ours are each file's own, so that its mocks reach them.
vi.resetModules();

type ElementError = ReturnType<typeof getConfig>['getElementError'] & { inFull?: ElementError };
const known: ElementError = getConfig().getElementError;
const { inFull = known } = known;
const getElementError: ElementError = Object.assign(
  // The library prints the whole page at each look of a `findBy…` that was in vain, and again where it gives up: that one is read.
  (message: string | null, container: Element) =>
    message !== null && isWaiting() ? elementError(message) : inFull(message, container),
  { inFull },
);
configure({
  // A second, which the library waits by itself, may pass before a machine that has much to do has drawn a screen.
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

/** A reader's service that is not there, whatever listens on the machine of whoever runs the tests. */
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
// Whatever this file leaves waiting would run in the next one, where a fake clock turns a try to connect again into an endless loop.
// Intervals go on: the frames of the window are one.
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
  // Their own are those of their prototypes: whatever stands on themselves was put there.
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(navigator))) Reflect.deleteProperty(navigator, name);
  Reflect.deleteProperty(document, 'hidden');
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  document.title = '';
  history.replaceState(null, '', '/');
});
