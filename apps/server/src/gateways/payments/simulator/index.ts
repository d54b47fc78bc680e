/** Daraja without Safaricom: for development, demonstrations and tests. Production refuses it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { keepIn, readKept } from './keep.ts';
import { serveSimulation } from './server.ts';
import { openSimulation } from './simulator.ts';
import { worldForm } from './world.ts';

export interface SimulatorSettings {
  /** Where it listens, on 127.0.0.1 only. 0 is any free port. */
  readonly port: number;
  /** A clock of a test's own: nothing happens but by flush and tick, in an order that is always the same. */
  readonly clock?: Clock;
  /** The same seed and the same requests bring the same chances. */
  readonly seed?: number;
  /** Where its world outlives it; null keeps it in memory. */
  readonly file?: string | null;
  /** How long a merchant may think about a payment (8 s), and how long a prompt stands on a phone (60 s). */
  readonly validationMs?: number;
  readonly promptMs?: number;
}

export interface RunningSimulator {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Sends every message that is on its way, in its order, and waits until all have arrived. */
  flush(): Promise<void>;
  /** Does what is due by the clock: for clocks that a test moves. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the simulator. Rejects with EADDRINUSE where the port is taken. */
export async function startSimulator(settings: SimulatorSettings): Promise<RunningSimulator> {
  const file = settings.file ?? null;
  const keeper = keepIn(file, () => simulation.world);
  const simulation = openSimulation({
    clock: settings.clock ?? systemClock,
    seed: settings.seed ?? 1,
    byItself: settings.clock === undefined,
    world: readKept(file, (kept) => worldForm.parse(kept)),
    validationMs: settings.validationMs,
    promptMs: settings.promptMs,
    changed: keeper.changed,
  });
  const server = serveSimulation(simulation);
  server.listen(settings.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    flush: () => simulation.agenda.flush(),
    tick: () => simulation.agenda.tick(),
    async close() {
      simulation.agenda.close();
      server.close();
      server.closeAllConnections();
      keeper.close();
    },
  };
}

/** Starts the simulator on its port. Where another of ours has it, that one is used; where a stranger has it, another port. */
export async function simulatorNear(
  settings: SimulatorSettings,
  print: (line: string) => void,
): Promise<Pick<RunningSimulator, 'url' | 'close'>> {
  try {
    return await startSimulator(settings);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
  }
  const url = `http://127.0.0.1:${settings.port}`;
  if (await isSimulator(url)) {
    print(`The M-Pesa simulator of another server is used: ${url}`);
    return { url, close: async () => undefined };
  }
  print(`Port ${settings.port} is taken: the M-Pesa simulator takes another.`);
  return startSimulator({ ...settings, port: 0 });
}

async function isSimulator(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/simulator`, { signal: AbortSignal.timeout(2_000) });
    const said = (await response.json()) as { simulator?: unknown; of?: unknown };
    return said.simulator === 'daraja' && said.of === 'mfuko';
  } catch {
    return false;
  }
}
