let at = Date.now();

/** Notes that somebody works here: by hand, or by what was recorded, for a finger touches no screen. */
export function noteActivity(): void {
  at = Date.now();
}

/** When somebody last worked here, by the clock of the device. */
export function lastActivity(): number {
  return at;
}
