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
  /** A child comes with a finger, in a line of children: it has to wait until the finger before it is off. */
  queue(id: string, how: Turn): void;
  plug(): void;
  unplug(): void;
  /** A dirty or wet finger leaves a picture that is hard to read. */
  setDirty(dirty: boolean): void;
  state(): { readonly finger: string | null; readonly plugged: boolean; readonly dirty: boolean };
}

/** Habits of a child that lays its finger down: no two as long, some late, some dry, the next one at once after the last. */
export interface Turn {
  /** Milliseconds after the finger before it, or from now; left out, it is pushed on as that one is lifted. */
  readonly late?: number;
  /** Milliseconds that it stays. */
  readonly stays: number;
  readonly dry?: boolean;
}

export function createSimulator(fingers: Fingers, changed: () => void): Simulator {
  let finger: string | null = null;
  let plugged = true;
  let dirty = false;
  let presses = 0;
  const waiting = new Set<() => void>();
  const listeners = new Set<(plugged: boolean) => void>();
  const touchListeners = new Set<(on: boolean) => void>();
  const line: { readonly id: string; readonly how: Turn }[] = [];
  let turn: NodeJS.Timeout | undefined;
  /** Moment of the step of the line that is next, or was last. */
  let due = 0;
  let again: NodeJS.Immediate | undefined;
  let dry = false;

  /** Another finger on the glass means that the one before it was off. */
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
  function next(): void {
    const [first] = line;
    if (first === undefined) {
      turn = undefined;
      return;
    }
    if (first.how.late === undefined) stay(first);
    else turn = later(first.how.late, () => stay(first));
  }
  /** Reckoned from when the step before was due, and not from when a busy machine came to it. */
  function later(ms: number, step: () => void): NodeJS.Timeout {
    due += ms;
    return setTimeout(step, Math.max(0, due - Date.now()));
  }
  function stay({ id, how }: (typeof line)[number]): void {
    dry = how.dry ?? false;
    // Set before the finger is laid: painting its picture takes time, by which no child stays longer.
    turn = later(how.stays, () => {
      line.shift();
      // A child that is pushed on lays its finger down as the other one is lifted.
      if (line[0] === undefined || line[0].how.late !== undefined) lay(null);
      next();
    });
    lay(id);
  }
  function leave(): void {
    clearTimeout(turn);
    turn = undefined;
    line.length = 0;
    dry = false;
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
          fingers.press(finger, presses, dirty || dry).then(
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
    // A finger that was laid there to stay does as it is told; a child in a line comes and goes by itself.
    guideLift() {
      const id = finger;
      if (id === null || turn !== undefined) return;
      lay(null);
      again = setImmediate(() => lay(id));
    },
    onPlug(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch(id) {
      if (!fingers.has(id)) throw new RangeError(`There is no finger ${id} in the tray`);
      leave();
      lay(id);
    },
    lift() {
      leave();
      lay(null);
    },
    queue(id, how) {
      if (!fingers.has(id)) throw new RangeError(`There is no finger ${id} in the tray`);
      line.push({ id, how });
      if (turn !== undefined) return;
      due = Date.now();
      next();
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
