let at = Date.now();

/** Notes user activity: a touch by hand, or a recorded call, since a student who scans a finger touches no screen. */
export function noteActivity(): void {
  at = Date.now();
}

/** Returns the time of the last user activity, in milliseconds of the device's clock. */
export function lastActivity(): number {
  return at;
}

let held = 0;

/**
 * Marks the desk as in use during work in which nobody touches the screen for a while, such as a bus trip. Returns a function that removes
 * the mark.
 */
export function holdDesk(): () => void {
  held++;
  let isOver = false;
  return () => {
    if (!isOver) held--;
    isOver = true;
  };
}

/** Returns true while such work is in progress. */
export function isDeskHeld(): boolean {
  return held > 0;
}

/** Time without a touch after which the page counts as unused. A request that is sent later was started by a timer, not by a person. */
const USED_MS = 5 * 60_000;
let touched = Date.now();
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(kind, () => void (touched = Date.now()), { capture: true, passive: true });

/**
 * Returns false once nobody has touched this page, or recorded anything, for `USED_MS`. Requests of such a page must not keep alive a
 * session that nobody uses.
 */
export function isUsed(): boolean {
  return isDeskHeld() || Date.now() - Math.max(at, touched) < USED_MS;
}
