/**
 * Storage key of this device's id. It tells synchronously if the browser has a device key: most have none, and need not load the code that
 * makes and uses one.
 */
const ENROLLED = 'deviceSYSID';

export function isEnrolled(): boolean {
  return localStorage.getItem(ENROLLED) !== null;
}

/** Returns the id by which the school knows this device; null where the device is not enrolled. */
export function enrolledAs(): string | null {
  return localStorage.getItem(ENROLLED);
}

export function noteEnrolled(sysid: string | null): void {
  if (sysid === null) localStorage.removeItem(ENROLLED);
  else localStorage.setItem(ENROLLED, sysid);
}
