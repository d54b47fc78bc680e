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

/** The signed-in person as the server knows them; null until it has answered. */
export const useMe = me.use;
export const currentMe = me.get;

let asked: { readonly token: string; readonly answer: Promise<Me> } | null = null;

/** Asks who is signed in while the page is still on its way; `confirmSession` takes the answer. */
export function askAhead(session: Session): void {
  // `confirmSession` meets the same failure, and tells of it.
  answerFor(session).catch(() => undefined);
}

function answerFor({ token }: Session): Promise<Me> {
  if (asked?.token !== token) {
    // At once: the frame waits for it, and its list is asked for after that.
    asked = { token, answer: call(whoAmI, {}) };
  }
  return asked.answer;
}

/**
 * Asks the server once for each page load who is signed in. What the browser stored is only a memory: where it says
 * another role than the server, the session is ended.
 */
export async function confirmSession(session: Session): Promise<'confirmed' | 'mismatch'> {
  if (me.get()?.userName === session.userName) return 'confirmed';
  // An answer is taken once, so that what failed is asked anew.
  const answer = await answerFor(session).finally(() => {
    asked = null;
  });
  if (answer.role !== session.role) return 'mismatch';
  if (answer.school) pickSchool(answer.school);
  me.set(answer);
  if (isEnrolled() && answer.role !== 'Admin') beginDesk(answer);
  return 'confirmed';
}

/** On a device of the school whoever has signed in by code may unlock it from now on. */
function beginDesk(answer: Me): void {
  // Tried again at the next page: without it the device takes a code.
  void import('../school/unlock/desks.ts').then((desks) => desks.beginDeskHere(answer)).catch(() => undefined);
}

/** Takes the server's last word on a person, where a desk is unlocked: asked again once there is a network. */
export function assumeMe(last: Me): void {
  me.set(last);
}

/** Asks again who is signed in, after that person changed something of themself. */
export async function refreshMe(): Promise<void> {
  me.set(await call(whoAmI, {}));
}

/** Forgets the session here. The server is told as well, but nobody waits for its answer. */
export async function endSession(): Promise<void> {
  try {
    const { logout } = await import('@mfuko/contract/session');
    // The call takes the session along as it starts, so it starts before the session is forgotten.
    if (currentSession()) void call(logout, {}, { overlay: false }).catch(() => undefined);
  } catch {
    // Without a network the session ends on the server by itself, in half an hour.
  } finally {
    forget();
    // Nothing of theirs is under way any more.
    storageFails.set(false);
    forgetDrafts();
  }
}

/** Forgets a session that the server has ended already. */
export function forget(): void {
  clearSession();
  forgetSchool();
  me.set(null);
  // Lists of children that this device has seen (school/offline/device-box.ts): nobody who is not signed in has a use for them.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase?.('mfuko-seen');
}

/** Log out, then to the sign-in screen, as specification section 4 says. */
export async function leave(goToSignIn: () => void): Promise<void> {
  await endSession();
  setTimeout(goToSignIn, PAUSE_MS);
}

/** An address to come back to after signing in, if it is one of ours and not a trick. */
export function returnAddress(
  to: unknown,
  role: Role,
  allowed: (pathname: string, role: Role) => boolean,
): string | null {
  if (typeof to !== 'string' || !to.startsWith('/app/') || to.includes('\\')) return null;
  const url = new URL(to, window.location.origin);
  return url.origin === window.location.origin && allowed(url.pathname, role) ? to : null;
}
