import type { Fingers } from './fingers.ts';
import type { Capture, Reader } from './reader.ts';
import { ReaderError } from './reader.ts';

const SERIAL_NUMBER = 'MFUKO-SIM-0001';
const NOT_CONNECTED = 'The fingerprint reader is not connected';

/** A reader without hardware: somebody says which finger lies on it. */
export interface Simulator extends Reader {
  /** Lays a finger on the glass, where it stays. Throws for a finger that is not in the tray. */
  touch(id: string): void;
  lift(): void;
  plug(): void;
  unplug(): void;
  /** A dirty or wet finger leaves a picture that is hard to read. */
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
          fingers.press(finger, presses, dirty).then(
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
    onPlug(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch(id) {
      if (!fingers.has(id)) throw new RangeError(`There is no finger ${id} in the tray`);
      finger = id;
      wake();
    },
    lift() {
      finger = null;
      wake();
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
