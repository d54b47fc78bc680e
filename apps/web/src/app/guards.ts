import { redirect } from '@tanstack/react-router';
import { isEnrolled } from '../lib/enrolled.ts';
import { isPos } from '../lib/pos.ts';
import { currentSession } from '../lib/session.ts';
import { type SignOutReason, saySignOutReason } from '../lib/sign-out-reason.ts';
import { addressOf, landingOf, SCREENS, screenAt } from './routes-table.ts';
import { confirmSession, currentMe, endSession } from './session-flow.ts';

/** Sends whoever comes to a place without a screen to the sign-in screen, which sends on whoever is signed in. */
export function goToSignIn(): never {
  throw redirect({ to: '/auth' });
}

/** Sends whoever is signed in to the screen where their work starts; by a full page load, where the lean entry has it. */
export function goToLanding(): void {
  const session = currentSession();
  if (!session) return;
  const screen = landingOf(session.role, currentMe()?.duties, isPos(), isEnrolled());
  if (screen.page) throw redirect({ to: addressOf(screen) });
  window.location.replace(addressOf(screen));
}

/** Lets in whoever the server knows; anybody else signs in first and comes back to `href`. */
export async function admitSignedIn(href: string): Promise<void> {
  const session = currentSession();
  if (!session) throw redirect({ to: '/auth', search: { to: href } });
  if ((await confirmSession(session)) === 'mismatch') await signOut('changed');
}

/** Lets in the roles of the screen at `path`; anybody else is signed out. */
export async function admitRole(path: string): Promise<void> {
  const session = currentSession();
  const screen = SCREENS.find((one) => one.path === path);
  if (!session || !screen?.roles.includes(session.role)) await signOut('role');
}

/** Sends on from an address of the console that no route has, but for the lean entry's own screens. */
export function goToSignInFrom(pathname: string): void {
  const screen = screenAt(pathname);
  // The server answered a screen of the gate's entry with this one: going there again would go round in circles.
  if (screen && !screen.page) return;
  goToSignIn();
}

async function signOut(why: SignOutReason): Promise<never> {
  if (currentSession()) saySignOutReason(why);
  await endSession();
  return goToSignIn();
}
