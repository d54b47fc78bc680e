import { faultLine } from './fault.ts';

/** Exit codes, after sysexits.h, by which a supervisor restarts a crashed process but not one that refused to start. */
export const EXIT_CRASHED = 70;
export const EXIT_REFUSED = 78;

const MAX_REJECTIONS = 10;
const WITHIN_MS = 60_000;

/** Events of a process that this policy listens to. */
export interface FaultEvents {
  on(event: 'unhandledRejection' | 'uncaughtException', listener: (thrown: unknown) => void): unknown;
}

/**
 * Sets the policy for unhandled errors. A rejected promise is logged and the process goes on: state that must be consistent is
 * protected by a database transaction, which the promise was not part of. Ten rejections within a minute, or an uncaught exception, end
 * the process, because its state is unknown; the supervisor restarts it.
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
    if (recent.length >= MAX_REJECTIONS) {
      log(`${MAX_REJECTIONS} unhandled rejections within a minute: ending.`);
      end(EXIT_CRASHED);
    }
  });
  events.on('uncaughtException', (thrown) => {
    log(`Uncaught exception: ${faultLine(thrown)}`);
    end(EXIT_CRASHED);
  });
}
