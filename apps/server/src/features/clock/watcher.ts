import { performance } from 'node:perf_hooks';
import type { TimeSource } from '../../gateways/time/index.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { Fault } from './status.ts';
import { checkClock, holdAgainst } from './watch.ts';

const TICK_MS = 10_000;
/** Time servers want to be asked seldom; a clock that jumped is held against them at once. */
const ASK_EVERY_MS = 15 * 60_000;
/** While something is wrong, so that what a person sets is seen soon. */
const ASK_AGAIN_MS = 60_000;
const LOOK_EVERY_MS = 60_000;
/** The machine's clock against the process's own steady one. */
const JUMP_MS = 2_000;

interface Watcher {
  stop(): Promise<void>;
}

/**
 * Watches the clock for as long as the server runs: every 10 seconds whether it jumped, every quarter of an hour against the network,
 * every minute whether the books speak against it. Has looked once before it answers, so that nothing is recorded by a clock
 * that the network knows to be wrong.
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
      await holdAgainst(context, source);
      looked = Number.NEGATIVE_INFINITY;
    }
    if (!jumped && steady() - looked < LOOK_EVERY_MS) return;
    looked = steady();
    const found = await checkClock(context);
    if (found && found.why !== fault?.why) log(`Money is refused. ${found.message}`);
    if (fault && !found) log('The clock is right again: money is recorded.');
    fault = found;
  };
  // The database may be away: the next look will do.
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
