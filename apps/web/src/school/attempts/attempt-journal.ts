import { type Workplace, workplaceNow } from '../../lib/workplace.ts';
import { type Attempt, waitingAttempts } from './attempt-list.ts';
import { type Asked, listWaiting, putAttempt, takeAway } from './attempt-store.ts';
import { followPages } from './other-pages.ts';

/** Attempts of this page whose answer may still come. */
const underWay = new Set<string>();
/** Has the other pages of this browser look. */
let tellOthers: (() => void) | undefined;
let reads = 0;
let again: ReturnType<typeof setTimeout> | undefined;

/** Reads what earlier pages left, and follows what other pages do: of the end of one it hears at once. */
export function follow(): () => void {
  const look = () => {
    pages.look();
    void refresh();
  };
  const pages = followPages('mfuko-attempts', look);
  tellOthers = pages.tell;
  window.addEventListener('storage', look);
  look();
  return () => {
    window.removeEventListener('storage', look);
    clearTimeout(again);
    pages.stop();
    if (tellOthers === pages.tell) tellOthers = undefined;
  };
}

/** Keeps an attempt through reloads and power cuts. Its call is sent once this resolves. */
export async function keepAttempt(asked: Asked, from?: Workplace): Promise<void> {
  underWay.add(asked.key);
  await putAttempt(asked, from);
  tellOthers?.();
}

/** Its outcome is known, or has been read. */
export async function dropAttempt(key: string): Promise<void> {
  underWay.delete(key);
  waitingAttempts.set(waitingAttempts.get().filter((attempt) => attempt.key !== key));
  await takeAway(key);
  tellOthers?.();
  await refresh();
}

/** The answer did not come: from now on it is shown until its outcome is known. */
export async function leaveAttempt(key: string): Promise<void> {
  underWay.delete(key);
  await refresh();
}

/** Reads those of an account in a school that wait for an outcome. */
export async function openAttempts({ user, school } = workplaceNow()): Promise<readonly Attempt[]> {
  return (await refresh()).filter((attempt) => attempt.user === user && attempt.school === school);
}

async function refresh(): Promise<readonly Attempt[]> {
  const read = ++reads;
  const { waiting, next } = await listWaiting();
  const open = waiting.filter(({ key }) => !underWay.has(key)).toSorted((a, b) => a.at - b.at);
  // A later look has seen more.
  if (read !== reads) return open;
  waitingAttempts.set(open);
  clearTimeout(again);
  if (next !== null) again = setTimeout(() => void refresh(), next - Date.now() + 1);
  return open;
}
