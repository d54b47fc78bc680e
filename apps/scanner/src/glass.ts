import type { Capture, Reader } from './reader.ts';

/** The glass of the reader: which of the fingers that were laid on it has been captured already. */
export interface Glass {
  /** True while the finger that was captured last lies there without having been off since. */
  isUsed(): boolean;
  capture(signal: AbortSignal): Promise<Capture>;
  /** Waits until the captured finger is off, or the reader is gone. Rejects with the signal's reason once that is aborted. */
  lifted(signal: AbortSignal): Promise<void>;
  stop(): void;
}

export function watchGlass(reader: Reader): Glass {
  /** Lays: how often a finger came on. */
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
      // The finger may be off, and the next one on, before the picture is there.
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
