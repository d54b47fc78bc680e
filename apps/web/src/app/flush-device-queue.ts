import { hasQueue } from '../lib/device-queue.ts';

/**
 * Sends what a desk of this device left waiting, whichever screen of the console is open: a tablet whose gate was closed without a network
 * must not need the gate again. The queue's code is fetched only where something waits. Ends with what it returns.
 */
export function flushDeviceQueue(): () => void {
  let stop: (() => void) | undefined;
  let begun = false;
  let ended = false;
  async function begin(): Promise<void> {
    if (begun || !hasQueue()) return;
    begun = true;
    const { outbox } = await import('../school/offline/outbox.ts');
    if (!ended) stop = outbox.start();
  }
  function look(): void {
    void begin().catch(() => {
      // Its code could not be fetched: tried again once there is a network.
      begun = false;
    });
  }
  look();
  // Another tab has put something away, and may be closed before it is sent.
  window.addEventListener('storage', look);
  window.addEventListener('online', look);
  return () => {
    ended = true;
    window.removeEventListener('storage', look);
    window.removeEventListener('online', look);
    stop?.();
  };
}
