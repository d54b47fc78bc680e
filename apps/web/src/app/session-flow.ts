import type { Role } from '@mfuko/contract/endpoint';
import { whoAmI } from '@mfuko/contract/session';
import { isEnrolled } from '../lib/enrolled.ts';
import { type Answer, call } from '../lib/request.ts';
import { forgetSchool, pickSchool } from '../lib/school.ts';
import { clearSession, currentSession, type Session } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';
import { storageFails } from '../school/offline/storage-state.ts';
import { forgetDrafts } from '../ui/draft-storage.ts';

export type Me = Answer<typeof whoAmI>;

const PAUSE_MS = 500;
const me = createStore<Me | null>(null);

/** Signed-in user as the server knows them; null until it has answered. */
export const useMe = me.use;
export const currentMe = me.get;

let asked: { readonly token: string; readonly answer: Promise<Me> } | null = null;

/** Prefetches the signed-in user while the page is loading; `confirmSession` takes the answer. */
export function askAhead(session: Session): void {
  // `confirmSession` receives the same error, and reports it.
  answerFor(session).catch(() => undefined);
}

function answerFor({ token }: Session): Promise<Me> {
  if (asked?.token !== token) {
    // Sent at once, because the frame waits for the answer, and the screen's requests follow it.
    asked = { token, answer: call(whoAmI, {}) };
  }
  return asked.answer;
}

/**
 * Asks the server once per page load for the signed-in user. The browser's stored role is only a copy: where the server reports another
 * role, the caller ends the session.
 */
export async function confirmSession(session: Session): Promise<'confirmed' | 'mismatch'> {
  if (me.get()?.userName === session.userName) return 'confirmed';
  // An answer is used once, so that a failed request is sent again.
  const answer = await answerFor(session).finally(() => {
    asked = null;
  });
  if (answer.role !== session.role) return 'mismatch';
  if (answer.school) pickSchool(answer.school);
  me.set(answer);
  if (isEnrolled() && answer.role !== 'Admin') beginDesk(answer);
  return 'confirmed';
}

/** Allows a user who has signed in by code to unlock this device of the school from now on. */
function beginDesk(answer: Me): void {
  // Tried again on the next page; until then the device requires a code.
  void import('../school/unlock/desks.ts').then((desks) => desks.beginDeskHere(answer)).catch(() => undefined);
}

/** Takes the server's last answer about a user, where a desk is unlocked; it is requested again once there is a network. */
export function assumeMe(last: Me): void {
  me.set(last);
}

/** Refetches the signed-in user after they changed their own record. */
export async function refreshMe(): Promise<void> {
  me.set(await call(whoAmI, {}));
}

/** Ends the session here. The server is informed as well, but its answer is not awaited. */
export async function endSession(): Promise<void> {
  try {
    const { logout } = await import('@mfuko/contract/session');
    // The call reads the session as it starts, so it has to start before the session is cleared.
    if (currentSession()) void call(logout, {}, { overlay: false }).catch(() => undefined);
  } catch {
    // Without the code or a network the session expires on the server, in half an hour.
  } finally {
    forget();
    // None of the user's requests is pending any more.
    storageFails.set(false);
    forgetDrafts();
  }
}

/** Clears a session that the server has already ended. */
export function forget(): void {
  clearSession();
  forgetSchool();
  me.set(null);
  // Deletes the lists of children that this device has fetched (school/offline/device-box.ts): they must not outlive the session.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase?.('mfuko-seen');
}

/** Signs out, then opens the sign-in screen after the pause of specification section 4. */
export async function leave(goToSignIn: () => void): Promise<void> {
  await endSession();
  setTimeout(goToSignIn, PAUSE_MS);
}

/** Returns the address to return to after the sign-in, if it is one of ours and not an open redirect. */
export function returnAddress(
  to: unknown,
  role: Role,
  allowed: (pathname: string, role: Role) => boolean,
): string | null {
  if (typeof to !== 'string' || !to.startsWith('/app/') || to.includes('\\')) return null;
  const url = new URL(to, window.location.origin);
  return url.origin === window.location.origin && allowed(url.pathname, role) ? to : null;
}
