import { setTimeout as pause } from 'node:timers/promises';
import { clearest } from './clearest.ts';
import { type Asked, readFrame, refused, scanned, told } from './frames.ts';
import type { Capture, Reader } from './reader.ts';
import { ReaderError } from './reader.ts';

const TIMES = 3;
/** A page of ours never sends one; a program that keeps on doing it is shown the door. */
const MOST_UNREADABLE = 20;

export interface SessionOptions {
  readonly reader: Reader;
  /** Milliseconds between the three captures, in which a person lifts the finger and puts it back. */
  readonly pauseMs: number;
  /** Milliseconds to wait for a finger. */
  readonly waitMs: number;
  readonly send: (frame: string, kind: string) => void;
  readonly heard: (kind: Asked | 'unreadable') => void;
  /** Ends the connection with a page that talks nonsense. */
  readonly hangUp: () => void;
}

/** The talk with one page, from its first frame to its last. */
export interface Session {
  hear(text: string): void;
  end(): void;
}

export function startSession({ reader, pauseMs, waitMs, send, heard, hangUp }: SessionOptions): Session {
  let scan: AbortController | undefined;
  let unreadable = 0;

  const tell = (message: string) => send(told(message), '200');
  const refuse = (message: string) => send(refused(message), '400');
  const stopListening = reader.onPlug((plugged) => {
    // A running scan says so itself.
    if (plugged) tell('The fingerprint reader is connected again');
    else if (scan === undefined) refuse('The fingerprint reader is not connected');
  });

  function drop(): void {
    scan?.abort();
    scan = undefined;
  }

  async function captureThrice(stop: AbortSignal): Promise<Capture[]> {
    const captures: Capture[] = [];
    for (let time = 1; time <= TIMES; time++) {
      if (time > 1) await pause(pauseMs, undefined, { signal: stop });
      tell(`Put finger ${time} of ${TIMES}`);
      captures.push(await reader.capture(AbortSignal.any([stop, AbortSignal.timeout(waitMs)])));
    }
    return captures;
  }

  async function getFingerprint(): Promise<void> {
    if (scan !== undefined) return refuse('A scan is already running');
    if (!reader.isPlugged()) return refuse('The fingerprint reader is not connected');
    const mine = new AbortController();
    scan = mine;
    try {
      const capture = clearest(await captureThrice(mine.signal));
      if (!mine.signal.aborted) send(scanned(capture), '200 with picture');
    } catch (error) {
      // A scan that the page dropped ends without a word.
      if (!mine.signal.aborted) refuse(reasonOf(error));
    } finally {
      if (scan === mine) scan = undefined;
    }
  }

  return {
    hear(text) {
      const asked = readFrame(text);
      heard(asked ?? 'unreadable');
      if (asked === 'Connect') {
        if (reader.isPlugged()) tell('Scanner connected successfully. Put student finger 3 times');
        else refuse('The fingerprint reader is not connected');
      } else if (asked === 'get-fingerprint') {
        void getFingerprint();
      } else if (asked === 'flush') {
        drop();
        tell('Ready for the next finger');
      } else if (asked === undefined) {
        unreadable += 1;
        if (unreadable > MOST_UNREADABLE) hangUp();
        else refuse('The scanner did not understand the page');
      }
    },
    end() {
      stopListening();
      drop();
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof ReaderError) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'No finger was put on the reader';
  return 'The scan failed, try again';
}
