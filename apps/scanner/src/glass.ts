import type { Capture, Reader } from './reader.ts';

/** State of the reader's glass: tells if the finger on it has already been captured. */
export interface Glass {
  /** Returns true while the finger that was captured last is still on the glass. */
  isUsed(): boolean;
  capture(signal: AbortSignal): Promise<Capture>;
  /** Resolves once the captured finger is lifted, or the reader is unplugged. Rejects with the signal's reason on abort. */
  lifted(signal: AbortSignal): Promise<void>;
  stop(): void;
}

export function watchGlass(reader: Reader): Glass {
  /** Number of times that a finger was put on the glass. */
  let lays = reader.isTouched() ? 1 : 0;
  let captured = 0;
  const waiting = new Set<() => void>();
  function wake(): void {
    for (const look of [...waiting]) look();
  }
  const stopTouch = reader.onTouch((on) => {
    if (on) lays += 1;
    wake();
  });
  const stopPlug = reader.onPlug(wake);
  const isUsed = () => reader.isTouched() && captured === lays;

  return {
    isUsed,
    async capture(signal) {
      // Computed before the capture, because the finger may be lifted, and the next one put on, before the picture arrives.
      const lay = reader.isTouched() ? lays : lays + 1;
      const capture = await reader.capture(signal);
      captured = lay;
      return capture;
    },
    lifted(signal) {
      return new Promise((done, fail) => {
        function settle(): void {
          waiting.delete(look);
          signal.removeEventListener('abort', abandon);
        }
        function abandon(): void {
          settle();
          fail(signal.reason);
        }
        function look(): void {
          if (isUsed() && reader.isPlugged()) return;
          settle();
          done();
        }
        if (signal.aborted) return abandon();
        signal.addEventListener('abort', abandon);
        waiting.add(look);
        look();
      });
    },
    stop() {
      stopTouch();
      stopPlug();
    },
  };
}
