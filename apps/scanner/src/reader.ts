import type { GreyImage } from '@mfuko/fingerprint/image';

/** One picture of a finger, as a reader took it. */
export interface Capture {
  readonly image: GreyImage;
  /** Serial number: what the maker printed on the reader; the server is told which reader a picture comes from. */
  readonly serialNumber: string;
}

/**
 * A fingerprint reader. The simulator is one; a real one is driven by a helper process (`helper/helper-reader.ts`), so that a hanging driver
 * cannot take the service down. `reader.conformance.testkit.ts` holds each of them to what is said here.
 */
export interface Reader {
  /**
   * Waits until a finger lies on the glass and takes its picture. Rejects with `ReaderError` where there is no reader
   * or it fails, and with the signal's reason once that is aborted.
   */
  capture(signal: AbortSignal): Promise<Capture>;
  isPlugged(): boolean;
  /** Serial number of the reader that would capture now; undefined where there is none. */
  serialNumber(): string | undefined;
  /** True while a finger lies on the glass. */
  isTouched(): boolean;
  /** Tells of every finger that comes on and goes off, until the answer is called. */
  onTouch(listener: (on: boolean) => void): () => void;
  /** Shows whoever is guided through an enrolment that the finger is to be taken off and put on again: a light, a sound. */
  guideLift(): void;
  /** Tells of every plugging and unplugging until the answer is called. */
  onPlug(listener: (plugged: boolean) => void): () => void;
}

/** ReaderError: thrown for a reader that cannot do its work. The message may be shown. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';
}
