import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepScreenOn } from './screen-awake.ts';

interface Held {
  released: boolean;
  release(): Promise<void>;
}

let given: Held[];
let sight: DocumentVisibilityState;
let stop: () => void;

beforeEach(() => {
  given = [];
  sight = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => sight);
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: {
      request: async (kind: string) => {
        expect(kind).toBe('screen');
        const held: Held = {
          released: false,
          release: async () => {
            held.released = true;
          },
        };
        given.push(held);
        return held;
      },
    },
  });
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

async function turn(next: DocumentVisibilityState): Promise<void> {
  sight = next;
  document.dispatchEvent(new Event('visibilitychange'));
  await Promise.resolve();
}

it('keepScreenOn takes a wake lock, and takes it again when the page becomes visible', async () => {
  stop = keepScreenOn();
  await vi.waitFor(() => expect(given).toHaveLength(1));
  await turn('visible');
  expect(given).toHaveLength(1);
  // A browser releases the lock when it hides the page.
  await given[0]?.release();
  await turn('hidden');
  expect(given).toHaveLength(1);
  await turn('visible');
  expect(given).toHaveLength(2);
});

it('keepScreenOn releases its wake lock when stopped, and takes none afterwards', async () => {
  stop = keepScreenOn();
  await vi.waitFor(() => expect(given).toHaveLength(1));
  await Promise.resolve();
  stop();
  expect(given[0]?.released).toBe(true);
  await turn('visible');
  expect(given).toHaveLength(1);
});

it('keepScreenOn does not throw without the Wake Lock API', () => {
  Reflect.deleteProperty(navigator, 'wakeLock');
  stop = keepScreenOn();
});
