import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Pages of one browser, each with its own module state, and with the locks of Node, which are those of the standard. */
type Page = Awaited<ReturnType<typeof openPage>>;
let stops: (() => void)[];
let isVisible: boolean;

beforeEach(() => {
  [stops, isVisible] = [[], true];
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
});
afterEach(async () => {
  for (const stop of stops) stop();
  // The locks outlive this file's windows.
  await vi.waitFor(async () => expect((await locks.query()).held).toEqual([]));
  Reflect.deleteProperty(navigator, 'locks');
  vi.restoreAllMocks();
});

async function openPage(visible: boolean) {
  vi.resetModules();
  const { inFront, followFront } = await import('./front-page.ts');
  isVisible = visible;
  // Each page has a window of its own, which only this test speaks for.
  const look: (() => void)[] = [];
  const add = vi.spyOn(window, 'addEventListener').mockImplementation((_, listener) => {
    if (typeof listener === 'function') look.push(() => listener(new Event('focus')));
  });
  const stop = followFront();
  add.mockRestore();
  stops.push(stop);
  return {
    stop,
    isInFront: () => inFront.get(),
    turnTo() {
      isVisible = true;
      for (const each of look) each();
    },
  };
}
const front = (...pages: Page[]) => pages.map((page) => page.isInFront());

test('the page that was opened or turned to last is the one in front', async () => {
  const one = await openPage(true);
  await vi.waitFor(() => expect(front(one)).toEqual([true]));
  const two = await openPage(true);
  await vi.waitFor(() => expect(front(one, two)).toEqual([false, true]));
  for (let time = 0; time < 3; time++) {
    one.turnTo();
    await vi.waitFor(() => expect(front(one, two)).toEqual([true, false]));
    two.turnTo();
    two.turnTo();
    await vi.waitFor(() => expect(front(one, two)).toEqual([false, true]));
  }
  // The page behind takes over as often as it came to the front.
  two.stop();
  await vi.waitFor(() => expect(front(one)).toEqual([true]));
});

test('a page opened in the background is not in front until the page in front closes', async () => {
  const one = await openPage(true);
  await vi.waitFor(() => expect(front(one)).toEqual([true]));
  const two = await openPage(false);
  await vi.waitFor(async () => expect((await locks.query()).pending).toHaveLength(1));
  expect(front(one, two)).toEqual([true, false]);
  one.stop();
  await vi.waitFor(() => expect(front(one, two)).toEqual([false, true]));
});

test.each([
  ['has no locks', undefined],
  ['refuses locks', { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }],
])('a page of a browser that %s is in front while it is visible', async (_, value) => {
  Object.defineProperty(navigator, 'locks', { value, configurable: true });
  const page = await openPage(true);
  await vi.waitFor(() => expect(page.isInFront()).toBe(true));
  isVisible = false;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(page.isInFront()).toBe(false);
});
