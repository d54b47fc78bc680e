/** Africa's Talking without Africa's Talking: for development, demonstrations and tests. Production refuses it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { keepIn, readKept } from '../../payments/simulator/keep.ts';
import { serveSimulation } from './server.ts';
import { openSimulation } from './simulation.ts';
import { worldForm } from './world.ts';

export interface SmsSimulatorSettings {
  /** Where it listens, on 127.0.0.1 only. 0 is any free port. */
  readonly port: number;
  /** A clock of a test's own: nothing happens but by flush and tick, in an order that is always the same. */
  readonly clock?: Clock;
  /** The same seed and the same requests bring the same chances. */
  readonly seed?: number;
  /** Where its world outlives it; null keeps it in memory. */
  readonly file?: string | null;
}

export interface RunningSmsSimulator {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Everything that is to happen, due or not, in its order. */
  flush(): Promise<void>;
  /** Does what is due by the clock: for clocks that a test moves. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the simulator. Rejects with EADDRINUSE where the port is taken. */
export async function startSmsSimulator(settings: SmsSimulatorSettings): Promise<RunningSmsSimulator> {
  const file = settings.file ?? null;
  const keeper = keepIn(file, () => simulation.world);
  const simulation = openSimulation({
    clock: settings.clock ?? systemClock,
    seed: settings.seed ?? 1,
    byItself: settings.clock === undefined,
    world: readKept(file, (kept) => worldForm.parse(kept)),
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
export async function smsSimulatorNear(
  settings: SmsSimulatorSettings,
  print: (line: string) => void,
): Promise<Pick<RunningSmsSimulator, 'url' | 'close'>> {
  try {
    return await startSmsSimulator(settings);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
  }
  const url = `http://127.0.0.1:${settings.port}`;
  if (await isSimulator(url)) {
    print(`The SMS simulator of another server is used: ${url}`);
    return { url, close: async () => undefined };
  }
  print(`Port ${settings.port} is taken: the SMS simulator takes another.`);
  return startSmsSimulator({ ...settings, port: 0 });
}

/** Tells the simulator of an account: by which key it is known, and where it wants to hear what becomes of its messages. */
export async function tellSmsSimulator(
  url: string,
  account: {
    readonly username: string;
    readonly apiKey: string;
    readonly deliveryUrl?: string;
    readonly optOutUrl?: string;
  },
): Promise<void> {
  const response = await fetch(`${url}/simulator/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
    // A machine that has just started much else is slow to listen.
    signal: AbortSignal.timeout(30_000),
  });
  await response.body?.cancel();
}

async function isSimulator(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/simulator`, { signal: AbortSignal.timeout(2_000) });
    const said = (await response.json()) as { simulator?: unknown; of?: unknown };
    return said.simulator === 'africastalking' && said.of === 'mfuko';
  } catch {
    return false;
  }
}
