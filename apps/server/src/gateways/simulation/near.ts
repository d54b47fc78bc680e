import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  PortTakenError,
  type RunningSimulator,
  type SimulatorSettings,
  startSimulatorProcess,
} from './simulator-process.ts';

/** Response header with the installation that a simulator belongs to; `apps/simulators` sends it. */
const INSTALLATION = 'x-mfuko-installation';
const WATCH_MS = 2_000;

/**
 * Returns the installation's id, a hash that does not reveal the file's path. Null where there is no file: the simulator is not shared.
 */
export function installationOf(file: string | null): string | null {
  return file ? createHash('sha256').update(resolve(file)).digest('hex').slice(0, 16) : null;
}

/**
 * Starts a simulator on its port. If another server of this installation has started it there, that one is used while it runs. If the
 * port is taken by anything else, including another installation's simulator with other paybills and messages, another port is used.
 */
export async function startNear(
  given: Omit<SimulatorSettings, 'installation'>,
  print: (line: string) => void,
): Promise<RunningSimulator> {
  const settings = { ...given, installation: installationOf(given.file) };
  const { name, title, port, installation } = settings;
  try {
    return await startSimulatorProcess(settings, print);
  } catch (error) {
    if (!(error instanceof PortTakenError)) throw error;
  }
  const url = `http://127.0.0.1:${port}`;
  if (await answersAs(name, installation, url)) {
    print(`The ${title} simulator of another server of this installation is used: ${url}`);
    return share(settings, url, print);
  }
  print(`Port ${port} is taken: the ${title} simulator takes another.`);
  return startSimulatorProcess({ ...settings, port: 0 }, print);
}

/** Uses another server's simulator, and starts one at the same address when that one has ended. */
function share(settings: SimulatorSettings, url: string, print: (line: string) => void): RunningSimulator {
  const { name, title, installation } = settings;
  const closing = new AbortController();
  let own: RunningSimulator | undefined;

  async function watch(): Promise<void> {
    while (own === undefined) {
      // The pause ends early only on close, which is checked next.
      await pause(WATCH_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      if (await answersAs(name, installation, url)) continue;
      // Fails while the port is taken: another server was faster, or the old simulator is still ending.
      own = await startSimulatorProcess(settings, print).catch(() => undefined);
      if (own) print(`The ${title} simulator of the other server has ended; this server has started it again: ${url}`);
    }
  }

  const watched = watch();
  return {
    url,
    async close() {
      closing.abort();
      await watched;
      await own?.close();
    },
  };
}

async function answersAs(name: string, installation: string | null, url: string): Promise<boolean> {
  if (installation === null) return false;
  try {
    const response = await fetch(`${url}/simulator`, { signal: AbortSignal.timeout(2_000) });
    const said = (await response.json()) as { simulator?: unknown };
    return said.simulator === name && response.headers.get(INSTALLATION) === installation;
  } catch {
    // No answer, or another program: not the wanted simulator.
    return false;
  }
}
