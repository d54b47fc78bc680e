import type { Capture } from '../reader.ts';

/** Captures that wait for a finger, first come first served. */
export interface PendingCaptures {
  isEmpty(): boolean;
  /** Waits for a picture. Rejects with the signal's reason on abort, and then calls `onAborted`. */
  add(signal: AbortSignal, onAborted: () => void): Promise<Capture>;
  /** Gives a picture to the first capture. Returns false where none waits. */
  give(capture: Capture): boolean;
  failFirst(error: Error): void;
  failAll(error: Error): void;
}

interface PendingCapture {
  readonly done: (capture: Capture) => void;
  readonly fail: (error: unknown) => void;
}

export function createPendingCaptures(): PendingCaptures {
  const waiting = new Set<PendingCapture>();
  return {
    isEmpty: () => waiting.size === 0,
    add(signal, onAborted) {
      return new Promise((resolve, reject) => {
        function settle(): void {
          waiting.delete(pending);
          signal.removeEventListener('abort', abandon);
        }
        function abandon(): void {
          settle();
          reject(signal.reason);
          onAborted();
        }
        const pending: PendingCapture = {
          done(capture) {
            settle();
            resolve(capture);
          },
          fail(error) {
            settle();
            reject(error);
          },
        };
        signal.addEventListener('abort', abandon);
        waiting.add(pending);
      });
    },
    give(capture) {
      const [first] = waiting;
      first?.done(capture);
      return first !== undefined;
    },
    failFirst(error) {
      const [first] = waiting;
      first?.fail(error);
    },
    failAll(error) {
      for (const { fail } of [...waiting]) fail(error);
    },
  };
}
