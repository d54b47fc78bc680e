import { isDeskHeld, lastActivity, noteActivity } from '../lib/activity.ts';
import { deskLock, type LockReason, lockAction } from '../lib/desk-lock.ts';
import { isEnrolled } from '../lib/enrolled.ts';
import { hasKeys } from '../lib/has-keys.ts';
import { i18n } from '../lib/i18n.ts';
import { call } from '../lib/request.ts';
import { clearSession, currentSession, dropKeptSession } from '../lib/session.ts';
import { isSignOutReason } from '../lib/sign-out-reason.ts';

/** The server ends a session after the same time without a call. */
const IDLE_MS = 30 * 60_000;
/** Shorter for a tablet, which is carried away, or left on a bench, with its screen open. */
const TABLET_IDLE_MS = 5 * 60_000;
/** For an open trip or roll call: the desk of a bus reports its location as long as it is open, and nobody touches it on a long leg. */
const HELD_IDLE_MS = 2 * 3_600_000;
const POLL_MS = 15_000;

export const lockScreen = () => import('../features/session/lock/LockScreen.tsx');
const desks = () => import('../school/unlock/desks.ts');
const unlocking = () => import('../school/unlock/unlock.ts');

/** Lets the user lock the desk, and locks it after a time without activity, as soon as the user is able to unlock it again. */
export function guardDesk(userName: string): () => void {
  if (!isEnrolled()) return () => {};
  let stopped = false;
  let stop = () => {};
  // Without the desks' code the end of the session leads to the sign-in.
  void desks()
    .then(({ desksHere, desksChanged }) => {
      async function look(): Promise<void> {
        const isKnown = (await desksHere()).some(({ me }) => me.userName === userName);
        if (stopped) return;
        lockAction.set(isKnown ? () => lock('hand') : null);
        // Prefetch, because they may be needed without a network; a failure is retried there.
        if (isKnown) await Promise.all([lockScreen(), unlocking(), i18n.loadNamespaces('unlock')]);
      }
      // Checked again at the next change; until then the end of the session leads to the sign-in.
      const again = () => void look().catch(() => undefined);
      stop = desksChanged.subscribe(again);
      again();
    })
    .catch(() => undefined);
  const unwatch = watchIdle(() => lockAction.get() && lock('idle'));
  return () => {
    stopped = true;
    stop();
    unwatch();
    lockAction.set(null);
  };
}

/** Locks the desk over its current state. The session ends here at once, and on the server as soon as the call arrives. */
export function lock(why: LockReason): void {
  if (deskLock.get()) return;
  deskLock.set(why);
  void unlocking().then(({ forgetHandIn }) => forgetHandIn());
  const session = currentSession();
  if (why === 'ended' || !session?.token) return clearSession();
  // Before the code below, which may load late: a reload meanwhile would restore the session and open the desk.
  dropKeptSession();
  // The browser writes this to the disk at once, but the removal of the session only within seconds, in which it may be killed.
  void desks()
    .then(({ noteLocked }) => noteLocked(session))
    // A device without storage has no stored session that could be restored.
    .catch(() => undefined);
  void import('@mfuko/contract/session')
    // Not awaited, because the session is cleared as soon as the call has been started.
    .then(({ logout }) => void endOnServer(call(logout, {}, { overlay: false })))
    // The code failed to load: the session expires on the server.
    .catch(() => undefined)
    .finally(clearSession);
}

async function endOnServer(asked: Promise<unknown>): Promise<void> {
  // Without a network the session expires on the server.
  await asked.catch(() => undefined);
}

/**
 * Handles a session that the server no longer knows: locks the desk where the user can unlock it, and runs `otherwise` where they cannot.
 */
export async function lockOr(why: unknown, userName: string | undefined, otherwise: () => void): Promise<void> {
  if (!isEnrolled() || isSignOutReason(why)) return otherwise();
  // A device without storage knows no users.
  const known = await desks()
    .then(({ desksHere }) => desksHere())
    .catch(() => []);
  if (known.some(({ me }) => me.userName === userName)) lock('ended');
  else otherwise();
}

/** Returns true where a user may unlock this device. */
export async function canUnlock(): Promise<boolean> {
  if (!isEnrolled()) return false;
  const { desksHere, isWhole, dropSeenLists } = await desks();
  const known = await desksHere();
  if (!known.some(isWhole)) dropSeenLists();
  return known.length > 0;
}

/**
 * Calls `onIdle` after half an hour without activity, on a tablet after five minutes, during an open trip or roll call after two hours;
 * also where the device slept meanwhile.
 */
function watchIdle(onIdle: () => void): () => void {
  noteActivity();
  const isCarried = !hasKeys();
  const look = () => {
    const idleMs = isDeskHeld() ? HELD_IDLE_MS : isCarried ? TABLET_IDLE_MS : IDLE_MS;
    if (Date.now() - lastActivity() >= idleMs) onIdle();
  };
  const work = () => {
    look();
    noteActivity();
  };
  const timer = setInterval(look, POLL_MS);
  window.addEventListener('pointerdown', work, true);
  window.addEventListener('keydown', work, true);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    window.removeEventListener('pointerdown', work, true);
    window.removeEventListener('keydown', work, true);
    document.removeEventListener('visibilitychange', look);
  };
}
