import type { Reader } from '../reader.ts';
import { ReaderError } from '../reader.ts';
import type { HelperEvent, HelperPicture } from './events.ts';
import { createFlag } from './flag.ts';
import { awayLine, openedLine } from './log-lines.ts';
import { createPendingCaptures } from './pending-captures.ts';
import { resolutionOf } from './resolution.ts';
import { HELPER_TIMING, type HelperProgram, type HelperTiming, superviseHelper } from './supervisor.ts';

const notConnected = () => new ReaderError('The fingerprint reader is not connected');

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
  let armed = false;
  /** Picture of the finger on the glass: given to a waiting caller, or dropped because all callers had aborted. */
  let picture: 'none' | 'given' | 'dropped' = 'none';
  let grace: NodeJS.Timeout | undefined;
  const plugged = createFlag();
  const touched = createFlag();
  const captures = createPendingCaptures();

  function setPlugged(now: boolean): void {
    clearTimeout(grace);
    grace = undefined;
    plugged.set(now);
    if (!now) captures.failAll(notConnected());
  }
  function arm(): void {
    if (!ready || armed || captures.isEmpty()) return;
    armed = true;
    picture = 'none';
    helper.send('arm');
  }
  /** Resets the state of the glass, which is unknown while the reader is idle or temporarily closed. */
  function rest(): void {
    armed = false;
    touched.set(false);
  }
  function pause(): void {
    ready = false;
    rest();
    if (plugged.get()) grace ??= setTimeout(() => setPlugged(false), graceMs);
  }
  function give(taken: HelperPicture): void {
    const { width, height, pixels } = taken;
    const image = { width, height, dpi: dpi ?? resolutionOf(taken, reader.driver), pixels };
    picture = captures.give({ image, serialNumber: reader.serial }) ? 'given' : 'dropped';
  }
  function take(event: HelperEvent): void {
    switch (event.is) {
      case 'open':
        reader = event;
        ready = true;
        log(openedLine(event));
        setPlugged(true);
        return arm();
      case 'away':
        ready = false;
        rest();
        log(awayLine(event.seen));
        return setPlugged(false);
      case 'closed':
        return pause();
      case 'finger':
        return touched.set(event.on);
      case 'picture':
        return give(event);
      case 'retry':
        return captures.failFirst(new ReaderError('The finger could not be read'));
      case 'failed':
        log(`The reader failed: ${event.why}`);
        return captures.failFirst(new ReaderError('The scan failed, try again'));
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
    async capture(signal) {
      signal.throwIfAborted();
      if (!plugged.get()) throw notConnected();
      const capture = captures.add(signal, () => {
        if (armed && picture === 'none' && captures.isEmpty()) helper.send('disarm');
      });
      // A finger whose picture was dropped is captured again: the disarm leads to `idle`, which arms the reader anew.
      if (armed && picture === 'dropped') helper.send('disarm');
      else arm();
      return capture;
    },
    isPlugged: plugged.get,
    serialNumber: () => (plugged.get() ? reader.serial : undefined),
    isTouched: touched.get,
    onTouch: touched.onChange,
    // No reader that libfprint drives has a light or sound for this; the page shows it instead.
    guideLift() {},
    onPlug: plugged.onChange,
    pid: helper.pid,
    async stop() {
      clearTimeout(grace);
      await helper.stop();
    },
  };
}
