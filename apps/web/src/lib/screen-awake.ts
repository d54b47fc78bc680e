/** Keeps the screen on while a desk is open, so that no child waits for a tablet to be woken up. Returns a function that ends this. */
export function keepScreenOn(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  let held: WakeLockSentinel | null = null;
  let stopped = false;
  async function ask(): Promise<void> {
    // The browser releases the lock whenever the page is hidden.
    if (document.visibilityState !== 'visible' || (held && !held.released)) return;
    const given = await navigator.wakeLock.request('screen');
    if (stopped) await given.release();
    else held = given;
  }
  // A device in battery-saving mode refuses the lock.
  const again = () => void ask().catch(() => undefined);
  again();
  document.addEventListener('visibilitychange', again);
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', again);
    // A failed release does no harm: the page no longer needs the lock.
    held?.release().catch(() => undefined);
  };
}
