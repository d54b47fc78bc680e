/** Reason for which somebody finds themself at the sign-in screen without having logged out. */
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

/** True where the account itself was changed or shut, and not only the session ended. */
export function isSignOutReason(why: unknown): why is SignOutReason {
  return typeof why === 'string' && Object.hasOwn(KNOWN, why);
}

/** Said once on the sign-in screen, which may be another page load away. Anything that is no reason is not said. */
export function saySignOutReason(why: unknown): void {
  if (isSignOutReason(why)) sessionStorage.setItem(KEPT, why);
}

/** The reason that is still to be said; it is gone then. */
export function takeSignOutReason(): SignOutReason | null {
  const why = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return isSignOutReason(why) ? why : null;
}
