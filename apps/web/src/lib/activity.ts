let at = Date.now();

/** Notes that somebody works here: by hand, or by what was recorded, for a finger touches no screen. */
export function noteActivity(): void {
  at = Date.now();
}

/** When somebody last worked here, by the clock of the device. */
export function lastActivity(): number {
  return at;
}

let held = 0;

/** Notes that work goes on here in which nobody touches anything for a while, such as a trip; ends with what it returns. */
export function holdDesk(): () => void {
  held++;
  let isOver = false;
  return () => {
    if (!isOver) held--;
    isOver = true;
  };
}

/** True while such work goes on. */
export function isDeskHeld(): boolean {
  return held > 0;
}

/** As long as the gate goes on to count who is in school: what is asked later is asked by a timer alone. */
const USED_MS = 5 * 60_000;
let touched = Date.now();
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(kind, () => void (touched = Date.now()), { capture: true, passive: true });

/** False once nobody has touched this page for a while, nor anything been recorded: what it asks for then must not keep a session alive that nobody uses. */
export function isUsed(): boolean {
  return isDeskHeld() || Date.now() - Math.max(at, touched) < USED_MS;
}
