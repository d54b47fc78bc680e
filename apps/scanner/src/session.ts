import { setTimeout as pause } from 'node:timers/promises';
import {
  type Asked,
  advised,
  glass as glassFrame,
  keyFrame,
  readFrame,
  refused,
  scanned,
  told,
  type Wish,
} from './frames.ts';
import type { Glass } from './glass.ts';
import type { Reader } from './reader.ts';
import { ReaderError } from './reader.ts';
import type { Signer } from './signer.ts';
import { adviceOn, areOneFinger, clearest, readTouch, type Touch } from './touches.ts';

/** Quality below which a touch is repeated, with advice: below it the right finger is often taken for a wrong one. */
const POOR = 40;
/**
 * Additional touches for poor pictures. A worn finger does not improve: after these the clearest touch is passed on, and the server
 * decides.
 */
const MORE_TOUCHES = 2;
/** Unreadable frames after which a page is disconnected; our own page never sends one. */
const MAX_UNREADABLE = 20;

export interface SessionOptions {
  readonly reader: Reader;
  readonly glass: Glass;
  /** Signs captures; undefined where the service has no key. */
  readonly signer: Signer | undefined;
  /** Milliseconds between the three captures, in which the person lifts the finger and puts it on again. */
  readonly pauseMs: number;
  /** Milliseconds to wait for a finger. */
  readonly waitMs: number;
  readonly send: (frame: string, kind: string) => void;
  readonly heard: (kind: Asked | 'unreadable') => void;
  /** Closes the connection with a page that keeps sending unreadable frames. */
  readonly hangUp: () => void;
}

/** Session with one page, from its first frame to its last. */
export interface Session {
  receive(text: string): void;
  end(): void;
}

export function startSession(options: SessionOptions): Session {
  const { reader, glass, signer, pauseMs, waitMs, send, heard, hangUp } = options;
  let scan: AbortController | undefined;
  let unreadable = 0;

  const tell = (message: string) => send(told(message), '200');
  const refuse = (message: string) => send(refused(message), '400');
  const stopListening = reader.onPlug((plugged) => {
    // A running scan reports this itself.
    if (plugged) tell('The fingerprint reader is connected again');
    else if (scan === undefined) refuse('The fingerprint reader is not connected');
  });

  function drop(): void {
    scan?.abort();
    scan = undefined;
  }

  /** Waits until the captured finger is lifted. During an enrolment of three touches the reader signals when to lift it. */
  async function bare(stop: AbortSignal, touch: number, times: number): Promise<void> {
    if (!glass.isUsed()) return;
    send(glassFrame(true, touch, times), 'finger');
    if (times > 1) {
      await pause(pauseMs, undefined, { signal: stop });
      reader.guideLift();
    }
    await glass.lifted(within(stop));
  }

  const within = (stop: AbortSignal) => AbortSignal.any([stop, AbortSignal.timeout(waitMs)]);

  async function touchOnce(stop: AbortSignal, { times, lift }: Wish, touch: number): Promise<Touch> {
    if (lift) await bare(stop, touch, times);
    else if (touch > 1) await pause(pauseMs, undefined, { signal: stop });
    tell(times === 1 ? 'Put the finger on the reader' : `Put finger ${touch} of ${times}`);
    if (lift) send(glassFrame(false, touch, times), 'finger');
    return readTouch(await glass.capture(within(stop)));
  }

  async function takeTouches(stop: AbortSignal, wish: Wish): Promise<Touch[]> {
    const touches: Touch[] = [];
    let more = wish.lift ? MORE_TOUCHES : 0;
    for (let touch = 1; touch <= wish.times; ) {
      const taken = await touchOnce(stop, wish, touch);
      touches.push(taken);
      if (taken.quality < POOR && more > 0) {
        more -= 1;
        send(advised(adviceOn(taken)), 'advice');
      } else touch += 1;
    }
    return touches;
  }

  async function getFingerprint(wish: Wish): Promise<void> {
    if (scan !== undefined) return refuse('A scan is already running');
    if (!reader.isPlugged()) return refuse('The fingerprint reader is not connected');
    const mine = new AbortController();
    scan = mine;
    try {
      const touches = await takeTouches(mine.signal, wish);
      if (mine.signal.aborted) return;
      if (areOneFinger(touches))
        return send(scanned(clearest(touches).capture, signer, wish.challenge), '200 with picture');
      if (wish.lift) send(advised('one-finger'), 'advice');
      refuse('The touches were not of one finger, begin again');
    } catch (error) {
      // A scan that the page cancelled ends silently.
      if (!mine.signal.aborted) refuse(reasonOf(error, glass.isUsed()));
    } finally {
      if (scan === mine) scan = undefined;
    }
  }

  function tellKey({ challenge }: Wish): void {
    const serialNumber = reader.serialNumber();
    if (serialNumber === undefined) return refuse('The fingerprint reader is not connected');
    if (!signer || challenge === undefined) return refuse('The scanner has no key to sign with');
    send(keyFrame(serialNumber, signer.publicKey, signer.signReader(serialNumber, challenge)), 'key');
  }

  return {
    receive(text) {
      const frame = readFrame(text);
      heard(frame?.type ?? 'unreadable');
      if (frame?.type === 'Connect') {
        if (reader.isPlugged()) tell('Scanner connected successfully. Put student finger 3 times');
        else refuse('The fingerprint reader is not connected');
      } else if (frame?.type === 'get-fingerprint') {
        void getFingerprint(frame.wish);
      } else if (frame?.type === 'get-key') {
        tellKey(frame.wish);
      } else if (frame?.type === 'flush') {
        drop();
        tell('Ready for the next finger');
      } else if (frame === undefined) {
        unreadable += 1;
        if (unreadable > MAX_UNREADABLE) hangUp();
        else refuse('The scanner did not understand the page');
      }
    },
    end() {
      stopListening();
      drop();
    },
  };
}

function reasonOf(error: unknown, lies: boolean): string {
  if (error instanceof ReaderError) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError')
    return lies ? 'The finger was not taken off the reader' : 'No finger was put on the reader';
  return 'The scan failed, try again';
}
