import { createFingerQueue, type Turn } from './finger-queue.ts';
import type { Fingers } from './fingers.ts';
import type { Capture, Reader } from './reader.ts';
import { ReaderError } from './reader.ts';

const SERIAL_NUMBER = 'MFUKO-SIM-0001';
const NOT_CONNECTED = 'The fingerprint reader is not connected';

/** Reader without hardware: a program decides which finger is on it. */
export interface Simulator extends Reader {
  /** Puts a finger on the glass, where it stays. Throws for a finger that is not in the tray. */
  touch(id: string): void;
  lift(): void;
  /** Queues a child with a finger, who has to wait until the finger before is lifted. */
  queue(id: string, how: Turn): void;
  plug(): void;
  unplug(): void;
  /** Sets if fingers are dirty or wet and give pictures that are hard to read. */
  setDirty(dirty: boolean): void;
  state(): { readonly finger: string | null; readonly plugged: boolean; readonly dirty: boolean };
}

export function createSimulator(fingers: Fingers, changed: () => void): Simulator {
  let finger: string | null = null;
  let plugged = true;
  let dirty = false;
  let presses = 0;
  const waiting = new Set<() => void>();
  const listeners = new Set<(plugged: boolean) => void>();
  const touchListeners = new Set<(on: boolean) => void>();
  let again: NodeJS.Immediate | undefined;
  const queue = createFingerQueue(lay);

  /** Another finger on the glass implies that the one before was lifted. */
  function lay(id: string | null): void {
    clearImmediate(again);
    if (id !== null && id === finger) return;
    const fell = finger !== null;
    finger = id;
    if (fell) tellTouch(false);
    if (id !== null) tellTouch(true);
    wake();
  }
  function tellTouch(on: boolean): void {
    for (const listener of [...touchListeners]) listener(on);
  }

  function wake(): void {
    for (const look of [...waiting]) look();
    changed();
  }
  function setPlugged(now: boolean): void {
    if (plugged === now) return;
    plugged = now;
    for (const listener of [...listeners]) listener(now);
    wake();
  }

  return {
    capture(signal) {
      return new Promise<Capture>((done, fail) => {
        function settle(): void {
          waiting.delete(look);
          signal.removeEventListener('abort', abandon);
        }
        function abandon(): void {
          settle();
          fail(signal.reason);
        }
        function look(): void {
          if (plugged && finger === null) return;
          settle();
          if (!plugged || finger === null) return fail(new ReaderError(NOT_CONNECTED));
          presses += 1;
          fingers.press(finger, presses, dirty || queue.isDry()).then(
            (image) => done({ image, serialNumber: SERIAL_NUMBER }),
            (error) => fail(new ReaderError('The finger could not be read', { cause: error })),
          );
        }
        if (signal.aborted) return abandon();
        signal.addEventListener('abort', abandon);
        waiting.add(look);
        look();
      });
    },
    isPlugged: () => plugged,
    serialNumber: () => (plugged ? SERIAL_NUMBER : undefined),
    isTouched: () => finger !== null,
    onTouch(listener) {
      touchListeners.add(listener);
      return () => touchListeners.delete(listener);
    },
    // Lifts and puts on only a finger that was put on to stay; a child in the queue acts by themself.
    guideLift() {
      const id = finger;
      if (id === null || queue.isUnderWay()) return;
      lay(null);
      again = setImmediate(() => lay(id));
    },
    onPlug(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch(id) {
      if (!fingers.has(id)) throw new RangeError(`There is no finger ${id} in the tray`);
      queue.clear();
      lay(id);
    },
    lift() {
      queue.clear();
      lay(null);
    },
    queue(id, how) {
      if (!fingers.has(id)) throw new RangeError(`There is no finger ${id} in the tray`);
      queue.add(id, how);
    },
    plug: () => setPlugged(true),
    unplug: () => setPlugged(false),
    setDirty(now) {
      dirty = now;
      changed();
    },
    state: () => ({ finger, plugged, dirty }),
  };
}
