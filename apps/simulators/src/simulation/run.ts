import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Agenda } from './agenda.ts';
import { type Clock, systemClock } from './clock.ts';
import { persistIn, readPersisted } from './persist.ts';

export interface SimulatorSettings {
  /** Port on 127.0.0.1; 0 for any free port. */
  readonly port: number;
  /** Clock of a test: tasks then run only by flush and tick, in a fixed order. */
  readonly clock?: Clock;
  /** Seed of the pseudo-random numbers: the same seed and requests give the same results. */
  readonly seed?: number;
  /** File that stores the state; null for memory only. */
  readonly file?: string | null;
  /** Name of the installation, sent in each response, so that servers of another installation do not use this simulator. */
  readonly installation?: string | null;
}

/** Response header by which servers tell their own simulator from another installation's. */
const INSTALLATION = 'x-mfuko-installation';

export interface RunningSimulator {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Runs all messages under way, due or not, in their order, and waits until they have arrived. */
  flush(): Promise<void>;
  /** Runs the tasks that are due by the clock, for clocks that a test moves. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Initial values of a simulation. */
export interface Beginning<World> {
  readonly clock: Clock;
  readonly seed: number;
  /** True if tasks run when they are due; otherwise only tick and flush run them. */
  readonly byItself: boolean;
  /** State that an earlier run has stored. */
  readonly world: World | undefined;
  /** Notes a change of the state. */
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
