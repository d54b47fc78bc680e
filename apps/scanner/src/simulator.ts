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

/** Turn of a child in the queue: its length, delay and dryness vary, and the next child may follow at once. */
export interface Turn {
  /**
   * Delay in milliseconds after the finger before, or from now; omitted, the finger is put on in the moment in which that one is lifted.
   */
  readonly late?: number;
  /** Milliseconds for which the finger stays. */
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
  /** Time at which the next step of the queue is due, or the last one was. */
  let due = 0;
  let again: NodeJS.Immediate | undefined;
  let dry = false;

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
  function next(): void {
    const [first] = line;
    if (first === undefined) {
      turn = undefined;
      return;
    }
    if (first.how.late === undefined) stay(first);
    else turn = later(first.how.late, () => stay(first));
  }
  /** Schedules relative to the time when the step before was due, so that delays of a busy machine do not add up. */
  function later(ms: number, step: () => void): NodeJS.Timeout {
    due += ms;
    return setTimeout(step, Math.max(0, due - Date.now()));
  }
  function stay({ id, how }: (typeof line)[number]): void {
    dry = how.dry ?? false;
    // Scheduled before the finger is put on, because drawing its picture takes time, which must not prolong the turn.
    turn = later(how.stays, () => {
      line.shift();
      // A child without a delay puts the finger on in the moment in which the other one is lifted.
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
    // Lifts and puts on only a finger that was put on to stay; a child in the queue acts by themself.
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
