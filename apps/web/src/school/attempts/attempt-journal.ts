import { type Workplace, workplaceNow } from '../../lib/workplace.ts';
import { type Attempt, waitingAttempts } from './attempt-list.ts';
import { type Asked, listWaiting, putAttempt, takeAway } from './attempt-store.ts';
import { followPages } from './other-pages.ts';

/** Attempts of this page whose answer may still arrive. */
const underWay = new Set<string>();
/** Makes the other pages of this browser refresh. */
let notifyOtherPages: (() => void) | undefined;
let reads = 0;
let again: ReturnType<typeof setTimeout> | undefined;

/** Reads attempts that earlier pages left, and follows the other pages: the end of a page is noticed at once. */
export function follow(): () => void {
  const look = () => {
    pages.look();
    void refresh();
  };
  const pages = followPages('mfuko-attempts', look);
  notifyOtherPages = pages.tell;
  window.addEventListener('storage', look);
  look();
  return () => {
    window.removeEventListener('storage', look);
    clearTimeout(again);
    pages.stop();
    if (notifyOtherPages === pages.tell) notifyOtherPages = undefined;
  };
}

/** Stores an attempt so that it survives reloads and power cuts. Its call must be sent only once this resolves. */
export async function keepAttempt(asked: Asked, from?: Workplace): Promise<void> {
  underWay.add(asked.key);
  await putAttempt(asked, from);
  notifyOtherPages?.();
}

/** Removes an attempt whose outcome is known, or has been read. */
export async function dropAttempt(key: string): Promise<void> {
  underWay.delete(key);
  waitingAttempts.set(waitingAttempts.get().filter((attempt) => attempt.key !== key));
  await takeAway(key);
  notifyOtherPages?.();
  await refresh();
}

/** Leaves an attempt without an answer: from now on it is shown until its outcome is known. */
export async function leaveAttempt(key: string): Promise<void> {
  underWay.delete(key);
  await refresh();
}

/** Returns the attempts of an account in a school that wait for an outcome. */
export async function openAttempts({ user, school } = workplaceNow()): Promise<readonly Attempt[]> {
  return (await refresh()).filter((attempt) => attempt.user === user && attempt.school === school);
}

async function refresh(): Promise<readonly Attempt[]> {
  const read = ++reads;
  const { waiting, next } = await listWaiting();
  const open = waiting.filter(({ key }) => !underWay.has(key)).toSorted((a, b) => a.at - b.at);
  // A later refresh has newer results.
  if (read !== reads) return open;
  waitingAttempts.set(open);
  clearTimeout(again);
  if (next !== null) again = setTimeout(() => void refresh(), next - Date.now() + 1);
  return open;
}
