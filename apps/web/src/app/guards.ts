import { redirect } from '@tanstack/react-router';
import { isEnrolled } from '../lib/enrolled.ts';
import { isPos } from '../lib/pos.ts';
import { currentSession } from '../lib/session.ts';
import { type SignOutReason, saySignOutReason } from '../lib/sign-out-reason.ts';
import { addressOf, landingOf, SCREENS, screenAt } from './routes-table.ts';
import { confirmSession, currentMe, endSession } from './session-flow.ts';

/** Redirects an address without a screen to the sign-in screen, which redirects signed-in users. */
export function goToSignIn(): never {
  throw redirect({ to: '/auth' });
}

/** Redirects a signed-in user to their landing screen; by a full page load where that belongs to the lean entry. */
export function goToLanding(): void {
  const session = currentSession();
  if (!session) return;
  const screen = landingOf(session.role, currentMe()?.duties, isPos(), isEnrolled());
  if (screen.page) throw redirect({ to: addressOf(screen) });
  window.location.replace(addressOf(screen));
}

/** Admits users with a valid session; all others have to sign in first, and return to `href`. */
export async function admitSignedIn(href: string): Promise<void> {
  const session = currentSession();
  if (!session) throw redirect({ to: '/auth', search: { to: href } });
  if ((await confirmSession(session)) === 'mismatch') await signOut('changed');
}

/** Admits the roles of the screen at `path`; all other users are signed out. */
export async function admitRole(path: string): Promise<void> {
  const session = currentSession();
  const screen = SCREENS.find((one) => one.path === path);
  if (!session || !screen?.roles.includes(session.role)) await signOut('role');
}

/** Redirects an address of the console without a route, except for screens of the lean entry. */
export function goToSignInFrom(pathname: string): void {
  const screen = screenAt(pathname);
  // The server answered a screen of the lean entry with this page: a redirect would loop.
  if (screen && !screen.page) return;
  goToSignIn();
}

async function signOut(why: SignOutReason): Promise<never> {
  if (currentSession()) saySignOutReason(why);
  await endSession();
  return goToSignIn();
}
