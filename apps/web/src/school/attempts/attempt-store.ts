import { currentSchool } from '../../lib/school.ts';
import { workplaceNow } from '../../lib/workplace.ts';
import { ownBox } from '../offline/device-box.ts';
import { endWrite, followWrite } from '../offline/follow-write.ts';
import type { Attempt } from './attempt-list.ts';
import { inTime } from './in-time.ts';
import { listLivePages, livePage, ownPage } from './live-pages.ts';

/** Fields of an attempt that a desk provides; the rest is added here. */
export type Asked = Pick<Attempt, 'key' | 'path' | 'admissionNumber' | 'amount' | 'same'>;

/** Name prefix of attempts in the device's box, and in `localStorage`, where earlier versions stored them. */
const PREFIX = 'attempt:';
/** Longer than a call's timeout: by then the page that sent the request knows the outcome, or hangs. */
const ANOTHER_PAGE_MS = 65_000;

/** Attempts that this page has made, kept in memory in case the disk fails. */
const ofThisPage = new Map<string, Attempt>();
const dropped = new Set<string>();
const puts = new Map<string, Promise<void>>();

/**
 * Resolves once the attempt is on the disk. Where the box fails or is slow, the attempt is in `localStorage`, which is written to the disk
 * some seconds later; where that is full, in this page's memory alone. Never throws: a queue at a desk must not stop because of the
 * browser's storage.
 */
export async function putAttempt(asked: Asked, { user, school } = workplaceNow()): Promise<void> {
  // A slow lock must not stop the desk either: other pages then treat this page as closed.
  const page = await inTime(livePage()).catch(() => ownPage());
  const picked = currentSchool();
  const named = picked?.sysid === school ? { schoolName: picked.shortName } : {};
  const attempt = { ...asked, at: Date.now(), user, school, ...named, ...(page !== null && { page }) };
  ofThisPage.set(attempt.key, attempt);
  const put = ownBox.put(PREFIX + attempt.key, attempt);
  puts.set(attempt.key, put);
  try {
    await followWrite(attempt.key, put, inTime(put));
  } catch {
    try {
      localStorage.setItem(PREFIX + attempt.key, JSON.stringify(attempt));
    } catch {
      // Local storage is full or forbidden: this page still has the attempt in memory.
    }
  }
}

/** Removes an attempt from memory and local storage, and from the disk where that works. */
export async function takeAway(key: string): Promise<void> {
  dropped.add(key);
  endWrite(key);
  ofThisPage.delete(key);
  localStorage.removeItem(PREFIX + key);
  // A put that is still running would otherwise write the attempt after its removal.
  await puts.get(key)?.catch(() => undefined);
  puts.delete(key);
  // A later page asks once more for the outcome of an attempt that stays on the disk.
  await ownBox.drop(PREFIX + key).catch(() => undefined);
}

/**
 * Returns the attempts on this device that wait for an outcome, and the time when the next one will. Another page's attempt counts only
 * once that page has closed, or its time is over.
 */
export async function listWaiting(): Promise<{ waiting: readonly Attempt[]; next: number | null }> {
  // In a browser that does not list its locks, all other pages count as closed.
  const living = inTime(listLivePages()).catch((): ReadonlySet<string> => new Set());
  const [all, pages] = await Promise.all([readAttempts(), living]);
  const dueOf = ({ page, at }: Attempt) =>
    page !== undefined && page !== ownPage() && pages.has(page) ? at + ANOTHER_PAGE_MS : 0;
  const now = Date.now();
  const later = all.map(dueOf).filter((due) => due > now);
  return { waiting: all.filter((attempt) => dueOf(attempt) <= now), next: later.length ? Math.min(...later) : null };
}

/** Returns all attempts on this device: from the box, from `localStorage` and of this page. */
async function readAttempts(): Promise<readonly Attempt[]> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  const before = names.map((name) => parse(localStorage.getItem(name)));
  // Without the box there remain those of this page and of local storage.
  const boxed = await inTime(readBox()).catch(() => []);
  const all = [...before, ...boxed, ...ofThisPage.values()].filter((attempt) => attempt !== null);
  const byKey = new Map(all.map((attempt) => [attempt.key, attempt]));
  return [...byKey.values()].filter(({ key }) => !dropped.has(key));
}

async function readBox(): Promise<readonly (Attempt | null)[]> {
  return Promise.all((await ownBox.names(PREFIX)).map((name) => ownBox.get<Attempt>(name)));
}

function parse(text: string | null): Attempt | null {
  try {
    return JSON.parse(text ?? 'null') as Attempt | null;
  } catch {
    // The value is corrupt or of an older version, and describes no attempt.
    return null;
  }
}
