/** Tells without waiting whether this browser has a key: most have none, and fetch nothing of what makes and uses one. */
const ENROLLED = 'deviceSYSID';

export function isEnrolled(): boolean {
  return localStorage.getItem(ENROLLED) !== null;
}

/** The id by which the school knows this device; null where it does not. */
export function enrolledAs(): string | null {
  return localStorage.getItem(ENROLLED);
}

export function noteEnrolled(sysid: string | null): void {
  if (sysid === null) localStorage.removeItem(ENROLLED);
  else localStorage.setItem(ENROLLED, sysid);
}
