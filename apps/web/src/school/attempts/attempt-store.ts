import { currentSchool } from '../../lib/school.ts';
import { workplaceNow } from '../../lib/workplace.ts';
import { ownBox } from '../offline/device-box.ts';
import { endWrite, followWrite } from '../offline/follow-write.ts';
import type { Attempt } from './attempt-list.ts';
import { inTime } from './in-time.ts';
import { listLivePages, livePage, ownPage } from './live-pages.ts';

/** Asked: what a desk says of its attempt; the rest is known. */
export type Asked = Pick<Attempt, 'key' | 'path' | 'admissionNumber' | 'amount' | 'same'>;

/** Name of an attempt in the device's box, and in `localStorage`, where earlier versions kept them. */
const PREFIX = 'attempt:';
/** Longer than a call waits for its answer: by then the page that sent it knows, or hangs. */
const ANOTHER_PAGE_MS = 65_000;

/** Attempts that this page has made: it knows them whatever becomes of the disk. */
const ofThisPage = new Map<string, Attempt>();
const dropped = new Set<string>();
const puts = new Map<string, Promise<void>>();

/**
 * Resolves once the attempt lies on the disk. Where the box cannot be had, or is late, it lies in `localStorage`, which reaches the disk
 * seconds later; where that is full, in this page alone. It never throws: a queue at a desk does not stop because of its browser's storage.
 */
export async function putAttempt(asked: Asked, { user, school } = workplaceNow()): Promise<void> {
  // A lock that is late is no reason either: the page is known by its id alone, and taken for dead by others.
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
      // Full, or forbidden: this page still knows it.
    }
  }
}

/** Takes an attempt away, for good where the disk lets it. */
export async function takeAway(key: string): Promise<void> {
  dropped.add(key);
  endWrite(key);
  ofThisPage.delete(key);
  localStorage.removeItem(PREFIX + key);
  // One that is still on its way there would come after its own end.
  await puts.get(key)?.catch(() => undefined);
  puts.delete(key);
  // One that stays is asked about once more by a later page.
  await ownBox.drop(PREFIX + key).catch(() => undefined);
}

/** Lists what waits on this device for an outcome: of another page only once that is gone, or has had its time; and when the next one will have. */
export async function listWaiting(): Promise<{ waiting: readonly Attempt[]; next: number | null }> {
  // Of a browser that does not tell, every other page is taken for dead, and asked about.
  const living = inTime(listLivePages()).catch((): ReadonlySet<string> => new Set());
  const [all, pages] = await Promise.all([readAttempts(), living]);
  const dueOf = ({ page, at }: Attempt) =>
    page !== undefined && page !== ownPage() && pages.has(page) ? at + ANOTHER_PAGE_MS : 0;
  const now = Date.now();
  const later = all.map(dueOf).filter((due) => due > now);
  return { waiting: all.filter((attempt) => dueOf(attempt) <= now), next: later.length ? Math.min(...later) : null };
}

/** All attempts on this device: of the box, of `localStorage`, and of this page. */
async function readAttempts(): Promise<readonly Attempt[]> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  const before = names.map((name) => parse(localStorage.getItem(name)));
  // Without the box: those of this page, and of the browser's other storage.
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
    // Of an older version, or spoilt: there is no attempt to ask about.
    return null;
  }
}
