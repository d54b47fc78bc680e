// Before anything that loads React.
import './quick-react.testkit.ts';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// One window, and what the libraries keep, serves every file of a worker: making them costs more than most files of tests.
// Modules of ours are each file's own, so that its mocks reach them.
vi.resetModules();

// A second, which the library waits by itself, may pass before a machine that has much to do has drawn a screen.
configure({ asyncUtilTimeout: 10_000 });

const { matchMedia, ResizeObserver } = window;
const { scrollIntoView } = Element.prototype;
const { showModal } = HTMLDialogElement.prototype;

afterAll(() => {
  cleanup();
  notifications.clean();
  vi.useRealTimers();
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
