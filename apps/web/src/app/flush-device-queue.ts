import { hasQueue } from '../lib/device-queue.ts';

/**
 * Sends the queue that a desk of this device has left, whichever screen of the console is open: a tablet whose gate was closed offline must
 * not need the gate again. The queue's code is loaded only where events wait. Returns a function that stops this.
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
      // The code failed to load: the next `online` event tries again.
      begun = false;
    });
  }
  look();
  // Another tab has queued an event, and may be closed before it is sent.
  window.addEventListener('storage', look);
  window.addEventListener('online', look);
  return () => {
    ended = true;
    window.removeEventListener('storage', look);
    window.removeEventListener('online', look);
    stop?.();
  };
}
