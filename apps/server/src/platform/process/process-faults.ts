import { faultLine } from './fault.ts';

/** Exit codes that a supervisor tells apart, after sysexits.h: a crash is started again, a refused start is not. */
export const EXIT_CRASHED = 70;
export const EXIT_REFUSED = 78;

const MOST_REJECTIONS = 10;
const WITHIN_MS = 60_000;

/** The events of a process that this policy listens to. */
export interface FaultEvents {
  on(event: 'unhandledRejection' | 'uncaughtException', listener: (thrown: unknown) => void): unknown;
}

/**
 * Policy for faults that nothing handled. A rejected promise is logged and the process goes on: what must be whole stands
 * in a database transaction, which the promise did not hold. Ten within a minute, or an exception in the midst of a
 * callback, end the process, since its state is unknown; the supervisor starts it again.
 */
export function watchProcessFaults(
  events: FaultEvents,
  log: (line: string) => void,
  end: (exitCode: number) => void,
  now: () => number = Date.now,
): void {
  let recent: number[] = [];
  events.on('unhandledRejection', (thrown) => {
    log(`Unhandled rejection: ${faultLine(thrown)}`);
    recent = [...recent.filter((at) => at > now() - WITHIN_MS), now()];
    if (recent.length >= MOST_REJECTIONS) {
      log(`${MOST_REJECTIONS} unhandled rejections within a minute: ending.`);
      end(EXIT_CRASHED);
    }
  });
  events.on('uncaughtException', (thrown) => {
    log(`Uncaught exception: ${faultLine(thrown)}`);
    end(EXIT_CRASHED);
  });
}
