import type { Role } from '@mfuko/contract/endpoint';
import { dropSealed, readSealed, writeSealed } from './sealed-storage.ts';
import { createStore } from './store.ts';

export interface Session {
  readonly token: string;
  readonly userName: string;
  readonly role: Role;
}

// A list of its own, because the contract's would bring every schema along into the first download.
const ROLES: Record<Role, true> = { Admin: true, SchoolAdmin: true, CheckAgent: true };

const store = createStore<Session | null>(null);

/** Reads the session that an earlier page load left, and follows what other tabs do to it. */
export function restoreSession(): void {
  store.set(stored());
  window.addEventListener('storage', (event) => {
    // The name is written and removed last, so by then the other two agree with it.
    if (event.key === 'userName' || event.key === null) store.set(stored());
  });
}

export const currentSession = store.get;
export const useSession = store.use;
export const onSessionChange = store.subscribe;

/** For screens behind the guard, where there always is a session. */
export function useSignedIn(): Session {
  const session = useSession();
  if (!session) throw new Error('This screen is shown to signed-in people only.');
  return session;
}

export function isRole(text: string): text is Role {
  return Object.hasOwn(ROLES, text);
}

export function saveSession(session: Session): void {
  writeSealed('session', JSON.stringify({ sToken: session.token, userName: session.userName }));
  writeSealed('role', session.role);
  writeSealed('userName', session.userName);
  store.set(session);
}

/**
 * Enters without keeping anything: a desk that was unlocked without a network has no session of the server yet (`token` is empty),
 * and one that only hands in is not taken up again by the next page.
 */
export function enterUnkept(session: Session): void {
  store.set(session);
}

/** True where nobody has proven to the server yet who works here: no call but those of the sign-in goes out. */
export function isUnproven(): boolean {
  return store.get()?.token === '';
}

/** The next page finds no session any more, and this one has it until `clearSession`, to end it by. */
export function dropKeptSession(): void {
  dropSealed('session', 'role', 'userName');
}

/** The saved location stays: it is the device's, not the person's. */
export function clearSession(): void {
  dropKeptSession();
  localStorage.removeItem('userPic');
  store.set(null);
}

function stored(): Session | null {
  const text = readSealed('session');
  const role = readSealed('role');
  if (!text || !role || !isRole(role)) return null;
  try {
    const { sToken, userName } = JSON.parse(text) as { sToken: string; userName: string };
    return { token: sToken, userName, role };
  } catch {
    // Of an older version: signed in anew.
    return null;
  }
}
