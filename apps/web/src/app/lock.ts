import { isDeskHeld, lastActivity, noteActivity } from '../lib/activity.ts';
import { deskLock, type LockReason, lockAction } from '../lib/desk-lock.ts';
import { isEnrolled } from '../lib/enrolled.ts';
import { hasKeys } from '../lib/has-keys.ts';
import { i18n } from '../lib/i18n.ts';
import { call } from '../lib/request.ts';
import { clearSession, currentSession, dropKeptSession } from '../lib/session.ts';
import { isSignOutReason } from '../lib/sign-out-reason.ts';

/** A session of the server ends as long after its last call. */
const IDLE_MS = 30 * 60_000;
/** A tablet is carried away, or left on a bench, with whatever stands on it. */
const TABLET_IDLE_MS = 5 * 60_000;
/** A trip or a roll call is open: a bus tells where it is for as long as its desk is open, and nobody touches it on a long leg. */
const HELD_IDLE_MS = 2 * 3_600_000;
const LOOK_MS = 15_000;

export const lockScreen = () => import('../features/session/lock/LockScreen.tsx');
const desks = () => import('../school/unlock/desks.ts');
const unlocking = () => import('../school/unlock/unlock.ts');

/** Lets whoever works here lock the desk, and locks it once nobody does any more, as soon as they can unlock it again. */
export function guardDesk(userName: string): () => void {
  if (!isEnrolled()) return () => {};
  let stopped = false;
  let stop = () => {};
  // Without them the end of the session is a sign-in.
  void desks()
    .then(({ desksHere, desksChanged }) => {
      async function look(): Promise<void> {
        const isKnown = (await desksHere()).some(({ me }) => me.userName === userName);
        if (stopped) return;
        lockAction.set(isKnown ? () => lock('hand') : null);
        // Ahead of its use, which may be without a network: fetched again there.
        if (isKnown) await Promise.all([lockScreen(), unlocking(), i18n.loadNamespaces('unlock')]);
      }
      // Looked at again at the next change; until then the end of the session is a sign-in.
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

/** Locks over what stands there. The session ends here at once, and on the server as soon as it hears of it. */
export function lock(why: LockReason): void {
  if (deskLock.get()) return;
  deskLock.set(why);
  void unlocking().then(({ forgetHandIn }) => forgetHandIn());
  const session = currentSession();
  if (why === 'ended' || !session?.token) return clearSession();
  // At once: the code below may be late, and whoever reloads meanwhile would have the desk open.
  dropKeptSession();
  // The browser puts this away at once, and the end of the session within seconds, in which it may be killed.
  void desks()
    .then(({ noteLocked }) => noteLocked(session))
    // A device that keeps nothing has no session to give back either.
    .catch(() => undefined);
  void import('@mfuko/contract/session')
    // Not awaited: the session goes as soon as the call is on its way.
    .then(({ logout }) => void endOnServer(call(logout, {}, { overlay: false })))
    // Its code did not come: it ends on the server by itself.
    .catch(() => undefined)
    .finally(clearSession);
}

async function endOnServer(asked: Promise<unknown>): Promise<void> {
  // Without a network it ends on the server by itself.
  await asked.catch(() => undefined);
}

/** The server knows the session no more: the desk is locked where whoever is at it can unlock it; `otherwise` runs where they cannot. */
export async function lockOr(why: unknown, userName: string | undefined, otherwise: () => void): Promise<void> {
  if (!isEnrolled() || isSignOutReason(why)) return otherwise();
  // A device that keeps nothing knows nobody.
  const known = await desks()
    .then(({ desksHere }) => desksHere())
    .catch(() => []);
  if (known.some(({ me }) => me.userName === userName)) lock('ended');
  else otherwise();
}

/** True where somebody may unlock this device. */
export async function canUnlock(): Promise<boolean> {
  if (!isEnrolled()) return false;
  const { desksHere, isWhole, dropSeenLists } = await desks();
  const known = await desksHere();
  if (!known.some(isWhole)) dropSeenLists();
  return known.length > 0;
}

/** Calls once nobody has worked here for half an hour, on a tablet for five minutes, while a trip or a roll call is open for two hours; also where the device slept meanwhile. */
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
  const timer = setInterval(look, LOOK_MS);
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
