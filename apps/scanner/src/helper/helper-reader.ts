import type { Capture, Reader } from '../reader.ts';
import { ReaderError } from '../reader.ts';
import type { HelperEvent, HelperPicture, SeenReader } from './events.ts';
import { HELPER_TIMING, type HelperProgram, type HelperTiming, superviseHelper } from './supervisor.ts';

/** Resolution by driver, from the makers' data sheets, where libfprint does not report it. */
const DPI_BY_DRIVER = new Map([['uru4000', 512]]);
const USUAL_DPI = 500;
const MM_PER_INCH = 25.4;
const NOT_CONNECTED = 'The fingerprint reader is not connected';

export interface HelperReaderOptions {
  readonly program: HelperProgram;
  /** Resolution of the reader, where the helper does not know it or reports a wrong one. */
  readonly dpi?: number | undefined;
  readonly log: (line: string) => void;
  readonly timing?: Partial<HelperTiming>;
  /** Time in milliseconds for a helper to reopen the reader before the reader counts as unplugged. */
  readonly graceMs?: number;
  /** Called with each event after the reader has handled it. */
  readonly heard?: (event: HelperEvent) => void;
}

/**
 * Reader whose driver runs in a helper process: a driver that hangs or crashes causes a short delay, and fails no scan that waits for a
 * finger.
 */
export interface HelperReader extends Reader {
  /** Returns the process id of the running helper. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

interface Waiter {
  readonly done: (capture: Capture) => void;
  readonly fail: (error: unknown) => void;
}

export function createHelperReader({
  program,
  dpi,
  log,
  timing,
  graceMs = 5_000,
  heard = () => {},
}: HelperReaderOptions): HelperReader {
  /** Reader that was opened last; it is available only while `ready`. */
  let reader = { serial: '', driver: '' };
  let ready = false;
  let plugged = false;
  let touched = false;
  let armed = false;
  /** Picture of the finger on the glass: given to a waiting caller, or dropped because all callers had aborted. */
  let picture: 'none' | 'given' | 'dropped' = 'none';
  let grace: NodeJS.Timeout | undefined;
  const waiting = new Set<Waiter>();
  const plugListeners = new Set<(plugged: boolean) => void>();
  const touchListeners = new Set<(on: boolean) => void>();

  function setPlugged(now: boolean): void {
    clearTimeout(grace);
    grace = undefined;
    if (plugged !== now) {
      plugged = now;
      for (const listener of [...plugListeners]) listener(now);
    }
    if (!now) for (const { fail } of takeAll()) fail(new ReaderError(NOT_CONNECTED));
  }
  function takeAll(): Waiter[] {
    const all = [...waiting];
    waiting.clear();
    return all;
  }
  function takeFirst(): Waiter | undefined {
    const [first] = waiting;
    if (first !== undefined) waiting.delete(first);
    return first;
  }
  function setTouched(on: boolean): void {
    if (touched === on) return;
    touched = on;
    for (const listener of [...touchListeners]) listener(on);
  }
  function arm(): void {
    if (!ready || armed || waiting.size === 0) return;
    armed = true;
    picture = 'none';
    helper.send('arm');
  }
  /** Resets the state of the glass, which is unknown while the reader is idle or temporarily closed. */
  function rest(): void {
    armed = false;
    setTouched(false);
  }
  function pause(): void {
    ready = false;
    rest();
    if (plugged) grace ??= setTimeout(() => setPlugged(false), graceMs);
  }
  function give({ width, height, ppmm, pixels }: HelperPicture): void {
    const first = takeFirst();
    picture = first === undefined ? 'dropped' : 'given';
    if (first === undefined) return;
    const told = ppmm > 0 ? Math.round(ppmm * MM_PER_INCH) : undefined;
    const resolution = dpi ?? told ?? DPI_BY_DRIVER.get(reader.driver) ?? USUAL_DPI;
    first.done({ image: { width, height, dpi: resolution, pixels }, serialNumber: reader.serial });
  }

  function take(event: HelperEvent): void {
    switch (event.is) {
      case 'open':
        reader = event;
        ready = true;
        log(
          `Reader ${event.serial} (${event.name}) is ready.${event.others > 0 ? ` ${event.others} more are plugged in; SCANNER_SERIAL chooses.` : ''}`,
        );
        setPlugged(true);
        return arm();
      case 'away':
        ready = false;
        rest();
        log(sayAway(event.seen));
        return setPlugged(false);
      case 'closed':
        return pause();
      case 'finger':
        return setTouched(event.on);
      case 'picture':
        return give(event);
      case 'retry':
        return takeFirst()?.fail(new ReaderError('The finger could not be read'));
      case 'failed':
        log(`The reader failed: ${event.why}`);
        return takeFirst()?.fail(new ReaderError('The scan failed, try again'));
      case 'idle':
        rest();
        return arm();
    }
  }

  const helper = superviseHelper({
    program,
    timing: { ...HELPER_TIMING, ...timing },
    log,
    lost: pause,
    heard(event) {
      take(event);
      heard(event);
    },
  });

  return {
    capture(signal) {
      return new Promise<Capture>((done, fail) => {
        function settle(): void {
          waiting.delete(waiter);
          signal.removeEventListener('abort', abandon);
        }
        function abandon(): void {
          settle();
          fail(signal.reason);
          if (armed && picture === 'none' && waiting.size === 0) helper.send('disarm');
        }
        const waiter: Waiter = {
          done(capture) {
            settle();
            done(capture);
          },
          fail(error) {
            settle();
            fail(error);
          },
        };
        if (signal.aborted) return fail(signal.reason);
        if (!plugged) return fail(new ReaderError(NOT_CONNECTED));
        signal.addEventListener('abort', abandon);
        waiting.add(waiter);
        // A finger whose picture was dropped is captured again: the disarm leads to `idle`, which arms the reader anew.
        if (armed && picture === 'dropped') helper.send('disarm');
        else arm();
      });
    },
    isPlugged: () => plugged,
    serialNumber: () => (plugged ? reader.serial : undefined),
    isTouched: () => touched,
    onTouch(listener) {
      touchListeners.add(listener);
      return () => touchListeners.delete(listener);
    },
    // No reader that libfprint drives has a light or sound for this; the page shows it instead.
    guideLift() {},
    onPlug(listener) {
      plugListeners.add(listener);
      return () => plugListeners.delete(listener);
    },
    pid: helper.pid,
    async stop() {
      clearTimeout(grace);
      await helper.stop();
    },
  };
}

function sayAway(seen: readonly SeenReader[]): string {
  const others = seen.map(
    ({ name, serial, problem }) => `${name}${serial ? ` ${serial}` : ''}${problem ? `: ${problem}` : ''}`,
  );
  return others.length === 0 ? 'No reader is plugged in.' : `The reader is not there; plugged in: ${others.join('; ')}`;
}
