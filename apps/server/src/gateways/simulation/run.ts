import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Agenda } from './agenda.ts';
import { keepIn, readKept } from './keep.ts';

export interface SimulatorSettings {
  /** Where it listens, on 127.0.0.1 only. 0 is any free port. */
  readonly port: number;
  /** A clock of a test's own: nothing happens but by flush and tick, in an order that is always the same. */
  readonly clock?: Clock;
  /** The same seed and the same requests bring the same chances. */
  readonly seed?: number;
  /** File in which its world outlives it; null keeps it in memory. Servers that name the same file are one installation. */
  readonly file?: string | null;
}

/** Header that says which installation's simulator answers; another installation keeps away from it. */
export const INSTALLATION = 'x-mfuko-installation';

/** Names the installation of a simulator's file, and not its place on this machine. Null: nobody else's. */
export function installationOf(file: string | null | undefined): string | null {
  return file ? createHash('sha256').update(resolve(file)).digest('hex').slice(0, 16) : null;
}

export interface RunningSimulator {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Brings about what is on its way, due or not, in its order, and waits until all has arrived. */
  flush(): Promise<void>;
  /** Does what is due by the clock: for clocks that a test moves. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** What a simulator begins with. */
export interface Beginning<World> {
  readonly clock: Clock;
  readonly seed: number;
  /** Whether things happen when they are due; else only tick and flush bring them about. */
  readonly byItself: boolean;
  /** What an earlier run has left. */
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
  const keeper = keepIn(file, () => simulation.world);
  const simulation = open({
    clock: settings.clock ?? systemClock,
    seed: settings.seed ?? 1,
    byItself: settings.clock === undefined,
    world: readKept(file, readWorld),
    changed: keeper.changed,
  });
  const server = serve(simulation);
  const installation = installationOf(file);
  if (installation !== null) {
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
