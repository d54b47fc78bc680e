import { currentSchool } from '../../lib/school.ts';
import { currentSession } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';

/** Attempt: money that was to be recorded under an idempotency key, from before it is sent until its outcome is known. */
export interface Attempt {
  readonly key: string;
  /** Path of the call. */
  readonly path: string;
  readonly admissionNumber: string | null;
  /** KES, in the form of the wire. */
  readonly amount: string | null;
  /** Digest of all that was asked for but the proof: the same again is no second payment. */
  readonly same: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly user: string;
  readonly school: string | null;
  readonly tab: string;
}

const PREFIX = 'attempt:';
/** Longer than a call waits for its answer: by then the window that sent it is gone or knows. */
const ANOTHER_WINDOW_MS = 65_000;

const kept = createStore<readonly Attempt[]>([]);
/** Attempts of this page whose answer may still come. */
const underWay = new Set<string>();

/** Attempts of whoever is signed in that wait for an outcome; those of another window only once it has had its time. */
export const useOpenAttempts = kept.use;

/** Reads what earlier pages left, and follows what other windows do. */
export function watchAttempts(): () => void {
  const follow = (event: StorageEvent) => (event.key === null || event.key.startsWith(PREFIX)) && refresh();
  window.addEventListener('storage', follow);
  refresh();
  return () => window.removeEventListener('storage', follow);
}

/** Keeps an attempt through reloads, before its call is sent. */
export function keepAttempt(attempt: Pick<Attempt, 'key' | 'path' | 'admissionNumber' | 'amount' | 'same'>): void {
  const mine: Attempt = {
    ...attempt,
    at: Date.now(),
    user: currentSession()?.userName ?? '',
    school: currentSchool()?.sysid ?? null,
    tab: tabOf(),
  };
  underWay.add(attempt.key);
  localStorage.setItem(PREFIX + attempt.key, JSON.stringify(mine));
}

/** Its outcome is known, or has been read. */
export function dropAttempt(key: string): void {
  underWay.delete(key);
  localStorage.removeItem(PREFIX + key);
  refresh();
}

/** The answer did not come: from now on it is shown until its outcome is known. */
export function leaveAttempt(key: string): void {
  underWay.delete(key);
  refresh();
}

export function openAttempts(): readonly Attempt[] {
  refresh();
  return kept.get();
}

function refresh(): void {
  const user = currentSession()?.userName;
  const school = currentSchool()?.sysid ?? null;
  const open = Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => read(localStorage.getItem(name)))
    .filter((attempt) => attempt !== null)
    .filter((attempt) => attempt.user === user && attempt.school === school && !underWay.has(attempt.key))
    .filter((attempt) => attempt.tab === tabOf() || attempt.at < Date.now() - ANOTHER_WINDOW_MS)
    .toSorted((a, b) => a.at - b.at);
  if (JSON.stringify(open) !== JSON.stringify(kept.get())) kept.set(open);
}

function read(text: string | null): Attempt | null {
  try {
    return JSON.parse(text ?? 'null') as Attempt | null;
  } catch {
    // Of an older version, or spoilt: there is no attempt to ask about.
    return null;
  }
}

/** The same window before and after a reload. */
function tabOf(): string {
  const known = sessionStorage.getItem('tab');
  if (known) return known;
  const tab = crypto.randomUUID();
  sessionStorage.setItem('tab', tab);
  return tab;
}
