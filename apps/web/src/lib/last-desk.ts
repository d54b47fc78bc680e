const KEPT = 'lastDesk';
/** Address at which an installed device starts. */
const START = /^\/app\/check\.start\/?$/;
const FIRST = '/app/checkin.fingerprint';

/** An installed device starts at the desk that was open there last. */
export function goToLastDesk(): void {
  const { pathname } = window.location;
  if (START.test(pathname)) window.history.replaceState(null, '', localStorage.getItem(KEPT) ?? FIRST);
  else localStorage.setItem(KEPT, pathname);
}
