import { beforeEach, expect, test, vi } from 'vitest';
import { followPages } from './other-pages.ts';

let living: string[];
let ends: Map<string, { end: () => void; signal: AbortSignal }>;
const posted: string[] = [];
let onMessage: (() => void) | undefined;

vi.mock('./live-pages.ts', () => ({
  ownPage: () => 'own',
  livePage: async () => 'own',
  listLivePages: async () => new Set(living),
  endOfPage: (page: string, signal: AbortSignal) =>
    new Promise<void>((end) => {
      ends.set(page, { end, signal });
    }),
}));

beforeEach(() => {
  [living, ends] = [['own', 'other'], new Map()];
  posted.length = 0;
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      addEventListener(_: string, heard: () => void) {
        onMessage = heard;
      }
      postMessage() {
        posted.push(this.#name);
      }
      close() {
        onMessage = undefined;
      }
    },
  );
});

test('followPages reports the end of each other live page, and waits for each page only once', async () => {
  const onNews = vi.fn();
  const pages = followPages('a-channel', onNews);
  pages.look();
  await vi.waitFor(() => expect([...ends.keys()]).toEqual(['other']));
  const before = ends.get('other');
  living.push('third');
  pages.look();
  await vi.waitFor(() => expect([...ends.keys()]).toEqual(['other', 'third']));
  expect(ends.get('other')).toBe(before);
  expect(onNews).not.toHaveBeenCalled();
  before?.end();
  await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(1));
});

test('followPages posts to the channel when it starts', async () => {
  const pages = followPages('a-channel', () => undefined);
  await vi.waitFor(() => expect(posted).toEqual(['a-channel']));
  pages.stop();
});

test('followPages aborts its waits and closes its channel on stop()', async () => {
  const onNews = vi.fn();
  const pages = followPages('a-channel', onNews);
  pages.look();
  await vi.waitFor(() => expect(ends.size).toBe(1));
  pages.stop();
  expect([ends.get('other')?.signal.aborted, onMessage]).toEqual([true, undefined]);
});
