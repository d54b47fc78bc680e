import type { Role } from '@mfuko/contract/endpoint';
import { dropSealed, readSealed, writeSealed } from './sealed-storage.ts';
import { createStore } from './store.ts';

export interface Session {
  readonly token: string;
  readonly userName: string;
  readonly role: Role;
}

// Separate list, because an import of the contract's would add all schemas to the initial download.
const ROLES: Record<Role, true> = { Admin: true, SchoolAdmin: true, CheckAgent: true };

const store = createStore<Session | null>(null);

/** Restores the session that an earlier page load stored, and follows changes that other tabs make. */
export function restoreSession(): void {
  store.set(stored());
  window.addEventListener('storage', (event) => {
    // The user name is written and removed last, so the other two values agree with it by now.
    if (event.key === 'userName' || event.key === null) store.set(stored());
  });
}

export const currentSession = store.get;
export const useSession = store.use;
export const onSessionChange = store.subscribe;

/** Returns the session; for screens behind the guard, which exist only with a session. */
export function useSignedIn(): Session {
  const session = useSession();
  if (!session) throw new Error('This screen needs a session.');
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
 * Sets a session without storing it. A desk that was unlocked offline has no session of the server yet (`token` is empty), and a session
 * that only sends the queue must not be restored by the next page.
 */
export function enterUnkept(session: Session): void {
  store.set(session);
}

/** Returns true where the user has not been authenticated by the server yet: only calls of the sign-in are sent. */
export function isUnproven(): boolean {
  return store.get()?.token === '';
}

/** Removes the stored session, so that the next page does not restore it; this page keeps it until `clearSession`, to sign out with it. */
export function dropKeptSession(): void {
  dropSealed('session', 'role', 'userName');
}

/** Ends the session. The saved location is kept, because it belongs to the device and not to the person. */
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
    // The value was written by an older version: the user signs in again.
    return null;
  }
}
