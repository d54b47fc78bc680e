/** Keeps the screen on while a desk is open: nobody wakes a tablet with a child waiting. Ends with what it returns. */
export function keepScreenOn(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  let held: WakeLockSentinel | null = null;
  let stopped = false;
  async function ask(): Promise<void> {
    // The browser takes it back whenever the page is out of sight.
    if (document.visibilityState !== 'visible' || (held && !held.released)) return;
    const given = await navigator.wakeLock.request('screen');
    if (stopped) await given.release();
    else held = given;
  }
  // A device that saves its battery says no.
  const again = () => void ask().catch(() => undefined);
  again();
  document.addEventListener('visibilitychange', again);
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', again);
    // Of no more use either way.
    held?.release().catch(() => undefined);
  };
}
