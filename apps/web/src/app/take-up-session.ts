import { isEnrolled } from '../lib/enrolled.ts';
import { clearSession, currentSession, restoreSession, type Session } from '../lib/session.ts';

/**
 * Takes up the session that an earlier page left; null where there is none, and where the desk was locked over it: storage that a killed browser
 * gives back may be some seconds older than the lock.
 */
export async function takeUpSession(): Promise<Session | null> {
  restoreSession();
  const session = currentSession();
  if (!session || !isEnrolled()) return session;
  const isOver = await import('../school/unlock/desks.ts')
    .then(({ isLockedOver }) => isLockedOver(session))
    // A device that keeps nothing was not locked.
    .catch(() => false);
  if (isOver) clearSession();
  return currentSession();
}
