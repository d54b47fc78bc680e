/** Reason why a user arrives at the sign-in screen without having signed out. */
export type SignOutReason = 'role' | 'changed' | 'account' | 'credentials' | 'own' | 'office';

const KNOWN: Record<SignOutReason, true> = {
  role: true,
  changed: true,
  account: true,
  credentials: true,
  own: true,
  office: true,
};
const KEPT = 'farewell';

/** Returns true for a known reason, and false for a session that simply ended. */
export function isSignOutReason(why: unknown): why is SignOutReason {
  return typeof why === 'string' && Object.hasOwn(KNOWN, why);
}

/** Stores a reason for the sign-in screen, which may be another page load away. Anything that is not a known reason is ignored. */
export function saySignOutReason(why: unknown): void {
  if (isSignOutReason(why)) sessionStorage.setItem(KEPT, why);
}

/** Returns the stored reason and removes it. */
export function takeSignOutReason(): SignOutReason | null {
  const why = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return isSignOutReason(why) ? why : null;
}
