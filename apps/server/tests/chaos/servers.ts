import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningServer, runServer } from '../../../../e2e/server.ts';

/** Several servers on one data folder; the code that ends one also restarts it. */
export interface Fleet {
  readonly size: number;
  urls(): string[];
  at(place: number): RunningServer | null;
  /** Number of unexpected exits; such a server is restarted. */
  deaths(): number;
  /** Ends a server, waits for its exit, and starts it again. */
  restart(place: number, how: 'SIGKILL' | 'SIGTERM', env?: Record<string, string>): Promise<void>;
  /** Waits until a server has ended by itself, and restarts it. Returns false if the server did not end in time. */
  afterItsEnd(place: number, patienceMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

export async function openFleet(first: RunningServer, size: number, env: Record<string, string>): Promise<Fleet> {
  const servers: (RunningServer | null)[] = [first];
  let deaths = 0;
  let stopping = false;
  /** Servers whose end is intended or expected. */
  const doomed = new WeakSet<RunningServer>();
  const watch = (place: number, server: RunningServer) => {
    void server.ended.then(async () => {
      if (stopping || doomed.has(server)) return;
      deaths++;
      servers[place] = null;
      await start(place);
    });
  };
  const start = async (place: number, more: Record<string, string> = {}) => {
    for (let tries = 0; ; tries++) {
      try {
        const server = await runServer({ SHARED_FOLDER: 'true', ...env, ...more }, first.dataDir);
        if (more.FAILPOINT) doomed.add(server);
        servers[place] = server;
        watch(place, server);
        return;
      } catch (error) {
        // The database may be temporarily down.
        if (tries > 10) throw error;
        await sleep(500);
      }
    }
  };
  watch(0, first);
  for (let place = 1; place < size; place++) await start(place);
  return {
    size,
    urls: () => servers.flatMap((server) => server?.url ?? []),
    at: (place) => servers[place] ?? null,
    deaths: () => deaths,
    async restart(place, how, more) {
      const server = servers[place];
      if (server) doomed.add(server);
      if (how === 'SIGTERM') servers[place] = null;
      await server?.end(how);
      servers[place] = null;
      await start(place, more);
    },
    async afterItsEnd(place, patienceMs) {
      const server = servers[place];
      if (!server) return false;
      const ended = await Promise.race([server.ended.then(() => true), sleep(patienceMs, false)]);
      servers[place] = null;
      if (!ended) await server.end('SIGKILL');
      await start(place);
      return ended;
    },
    async stop() {
      stopping = true;
      for (const server of servers.slice(1)) await server?.end('SIGTERM');
      await servers[0]?.stop();
    },
  };
}
