import { performance } from 'node:perf_hooks';
import type { TimeSource } from '../../gateways/time/index.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { Fault } from './status.ts';
import { checkClock, measureClockOffset } from './watch.ts';

const TICK_MS = 10_000;
/** Interval of queries, because time servers want to be queried rarely; a jump of the clock causes a query at once. */
const ASK_EVERY_MS = 15 * 60_000;
/** Interval while there is a fault, so that a correction is seen soon. */
const ASK_AGAIN_MS = 60_000;
const CHECK_EVERY_MS = 60_000;
/** Smallest jump of the machine's clock against the process's monotonic clock. */
const JUMP_MS = 2_000;

interface Watcher {
  stop(): Promise<void>;
}

/**
 * Watches the clock while the server runs: every 10 seconds for a jump, every quarter of an hour against the network, every minute
 * against the books. Runs a first check before it returns, so that nothing is recorded by a clock that the network knows to be wrong.
 */
export async function watchClock(
  context: Pick<AppContext, 'db' | 'clock'>,
  source: TimeSource | null,
  log: (line: string) => void,
): Promise<Watcher> {
  const steady = () => performance.now();
  let drift = context.clock.now() - steady();
  let asked = Number.NEGATIVE_INFINITY;
  let looked = Number.NEGATIVE_INFINITY;
  let fault: Fault | null = null;

  const look = async (): Promise<void> => {
    const nowDrift = context.clock.now() - steady();
    const jumped = Math.abs(nowDrift - drift) > JUMP_MS;
    drift = nowDrift;
    if (source && (jumped || steady() - asked >= (fault ? ASK_AGAIN_MS : ASK_EVERY_MS))) {
      asked = steady();
      await measureClockOffset(context, source);
      looked = Number.NEGATIVE_INFINITY;
    }
    if (!jumped && steady() - looked < CHECK_EVERY_MS) return;
    looked = steady();
    const found = await checkClock(context);
    if (found && found.why !== fault?.why) log(`Money is refused. ${found.message}`);
    if (fault && !found) log('The clock is right again: money is recorded.');
    fault = found;
  };
  // The database may be unavailable: the next check tries again.
  const patiently = () => look().catch(() => undefined);
  await patiently();
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= patiently().finally(() => {
      running = null;
    });
  }, TICK_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
