/** Why somebody finds themself at the sign-in screen without having logged out. */
export type Farewell = 'role' | 'changed' | 'account' | 'credentials';

const KNOWN: Record<Farewell, true> = { role: true, changed: true, account: true, credentials: true };
const KEPT = 'farewell';

/** Said once on the sign-in screen, which may be another page load away. Anything that is no reason is not said. */
export function sayFarewell(why: unknown): void {
  if (typeof why === 'string' && Object.hasOwn(KNOWN, why)) sessionStorage.setItem(KEPT, why);
}

/** The reason that is still to be said; it is gone then. */
export function takeFarewell(): Farewell | null {
  const why = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return why !== null && Object.hasOwn(KNOWN, why) ? (why as Farewell) : null;
}
