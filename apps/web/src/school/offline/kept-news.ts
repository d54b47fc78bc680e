import type { OfflineOutcome } from '@mfuko/contract/offline';
import { inTime } from '../attempts/in-time.ts';
import { ownBox } from './device-box.ts';
import { type News, type NewsLane, newsList } from './news-list.ts';
import { dropOfflineEvents, listOfflineEvents } from './stored-events.ts';

const PREFIXES = { gate: 'passage-news:', bus: 'ride-news:' } as const;
const CHANNEL = 'mfuko-news';

/** Keys that a user of this device has read: a disk that fails does not bring them back. */
const read = new Set<string>();

/** Serialises the work on the disk, so that no list is read from before a write. */
let lastWork: Promise<unknown> = Promise.resolve();
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const done = lastWork.then(work);
  // The caller receives the error; the next work begins nevertheless.
  lastWork = done.catch(() => undefined);
  return done;
}

function nameOf({ lane, outcome }: News): string {
  return PREFIXES[lane] + outcome.key;
}

function show(more: readonly News[]): void {
  const known = new Set(newsList.get().map(({ outcome }) => outcome.key));
  newsList.set([...newsList.get(), ...more.filter(({ outcome: { key } }) => !known.has(key) && !read.has(key))]);
}

/** Notifies the other pages that there is more on the disk, or that the user has read something. */
function notifyOtherPages(readKeys: readonly string[] = []): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(readKeys);
  channel.close();
}

/**
 * Shows news and writes it to the disk, where it stays until a user has read it: the child is on a bus even if the page ends, the desk is
 * left or another user signs in. Returns the keys that could not be written.
 */
export async function keepNews(news: readonly News[]): Promise<Set<string>> {
  const lost = new Set<string>();
  if (news.length === 0) return lost;
  show(news.map((one) => ({ ...one, isHeard: true })));
  await inOrder(async () => {
    for (const one of news) if (!(await write(one))) lost.add(one.outcome.key);
  });
  notifyOtherPages();
  return lost;
}

async function write(one: News): Promise<boolean> {
  const { school, outcome } = one;
  try {
    // The answer to a repeated event says less than the first one.
    const before = await inTime(ownBox.get(nameOf(one)));
    if (before === null && !read.has(outcome.key)) await inTime(ownBox.put(nameOf(one), { school, outcome }));
    return true;
  } catch {
    // The caller keeps the event, and this page the news.
    return false;
  }
}

/**
 * Removes news that a user of `lane` has read, on every page of this device; also the events that stayed because their news was not
 * written. News of the other desk stays for its users.
 */
export async function readNews(shown: readonly News[], lane: NewsLane): Promise<void> {
  const news = shown.filter((one) => one.lane === lane);
  const keys = news.map(({ outcome }) => outcome.key);
  hide(keys);
  newsList.set(newsList.get().map((one) => (shown.includes(one) ? { ...one, isHeard: false } : one)));
  await inOrder(async () => {
    for (const one of news) await inTime(ownBox.drop(nameOf(one)));
    for (const school of new Set(news.map((one) => one.school))) {
      const left = (await inTime(listOfflineEvents(school))).filter(({ key }) => keys.includes(key));
      if (left.length > 0) await inTime(dropOfflineEvents(left.map(({ counter }) => counter)));
    }
    // A disk that fails may bring the news back on the next page, where it is read again.
  }).catch(() => undefined);
  notifyOtherPages(keys);
}

function hide(keys: readonly string[]): void {
  for (const key of keys) read.add(key);
  newsList.set(newsList.get().filter(({ outcome }) => !read.has(outcome.key)));
}

/** Shows the news on this device's disk, and follows what other pages write and read. Returns a function that stops this. */
export function followNews(): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  // Without storage there is no earlier news.
  const look = () => void inOrder(() => inTime(readDisk())).then(show, () => undefined);
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<readonly string[]>) => {
      hide(data);
      look();
    };
  look();
  return () => channel?.close();
}

async function readDisk(): Promise<News[]> {
  const lanes = Object.keys(PREFIXES) as NewsLane[];
  const all = await Promise.all(
    lanes.map(async (lane) => {
      const names = await ownBox.names(PREFIXES[lane]);
      const found = await Promise.all(
        names.map((name) => ownBox.get<{ school: string; outcome: OfflineOutcome }>(name)),
      );
      return found.flatMap((one) => (one ? [{ ...one, lane }] : []));
    }),
  );
  return all.flat();
}
