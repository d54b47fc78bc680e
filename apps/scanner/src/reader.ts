import type { GreyImage } from '@mfuko/fingerprint/image';

/** Picture of a finger, as a reader took it. */
export interface Capture {
  readonly image: GreyImage;
  /** Serial number of the reader, printed on it by the maker; the server is told which reader a picture comes from. */
  readonly serialNumber: string;
}

/**
 * Fingerprint reader. The simulator is one; a real one is driven by a helper process (`helper/helper-reader.ts`), so that a hanging driver
 * cannot stop the service. `reader.conformance.testkit.ts` tests each of them for the behaviour described here.
 */
export interface Reader {
  /**
   * Waits until a finger is on the glass and takes its picture. Rejects with `ReaderError` where there is no reader or it fails, and with
   * the signal's reason on abort.
   */
  capture(signal: AbortSignal): Promise<Capture>;
  isPlugged(): boolean;
  /** Returns the serial number of the reader that would capture now; undefined where there is none. */
  serialNumber(): string | undefined;
  /** Returns true while a finger is on the glass. */
  isTouched(): boolean;
  /** Subscribes to fingers put on and lifted; the returned function unsubscribes. */
  onTouch(listener: (on: boolean) => void): () => void;
  /** Signals by light or sound, during an enrolment, that the finger has to be lifted and put on again. */
  guideLift(): void;
  /** Subscribes to plugging and unplugging; the returned function unsubscribes. */
  onPlug(listener: (plugged: boolean) => void): () => void;
}

/** ReaderError: thrown for a reader that fails. The message may be shown. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';
}
