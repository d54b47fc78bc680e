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
