import { isEnrolled } from '../lib/enrolled.ts';
import { clearSession, currentSession, restoreSession, type Session } from '../lib/session.ts';

/**
 * Restores the session that an earlier page left; null where there is none, or where the desk was locked over it: after a killed browser,
 * local storage may be some seconds older than the lock.
 */
export async function takeUpSession(): Promise<Session | null> {
  restoreSession();
  const session = currentSession();
  if (!session || !isEnrolled()) return session;
  const isOver = await import('../school/unlock/desks.ts')
    .then(({ isLockedOver }) => isLockedOver(session))
    // A device without storage has stored no lock.
    .catch(() => false);
  if (isOver) clearSession();
  return currentSession();
}
