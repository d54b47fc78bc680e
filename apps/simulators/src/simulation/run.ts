import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Agenda } from './agenda.ts';
import { type Clock, systemClock } from './clock.ts';
import { persistIn, readPersisted } from './persist.ts';

export interface SimulatorSettings {
  /** Port: where it listens, on 127.0.0.1 only. 0 is any free port. */
  readonly port: number;
  /** A clock of a test's own: nothing happens but by flush and tick, in an order that is always the same. */
  readonly clock?: Clock;
  /** The same seed and the same requests bring the same chances. */
  readonly seed?: number;
  /** File in which its world outlives it; null keeps it in memory. */
  readonly file?: string | null;
  /** Name of the installation that it belongs to, said in every answer: servers of another one keep away from it. */
  readonly installation?: string | null;
}

/** Header of every answer, by which servers tell their own simulator from another installation's. */
const INSTALLATION = 'x-mfuko-installation';

export interface RunningSimulator {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Brings about what is on its way, due or not, in its order, and waits until all has arrived. */
  flush(): Promise<void>;
  /** Does what is due by the clock: for clocks that a test moves. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Beginning: what a simulator begins with. */
export interface Beginning<World> {
  readonly clock: Clock;
  readonly seed: number;
  /** True if things happen when they are due; else only tick and flush bring them about. */
  readonly byItself: boolean;
  /** World: what an earlier run has left. */
  readonly world: World | undefined;
  /** Its world is another one now. */
  changed(): void;
}

/** Starts a simulator of a provider. Rejects with EADDRINUSE where the port is taken. */
export async function runSimulator<World, Simulation extends { readonly world: World; readonly agenda: Agenda }>(
  settings: SimulatorSettings,
  readWorld: (kept: unknown) => World,
  open: (beginning: Beginning<World>) => Simulation,
  serve: (simulation: Simulation) => Server,
): Promise<RunningSimulator> {
  const file = settings.file ?? null;
  const keeper = persistIn(file, () => simulation.world);
  const simulation = open({
    clock: settings.clock ?? systemClock,
    seed: settings.seed ?? 1,
    byItself: settings.clock === undefined,
    world: readPersisted(file, readWorld),
    changed: keeper.changed,
  });
  const server = serve(simulation);
  const { installation } = settings;
  if (installation) {
    server.prependListener('request', (_request, response) => response.setHeader(INSTALLATION, installation));
  }
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
