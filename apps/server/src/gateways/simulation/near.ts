import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  PortTakenError,
  type RunningSimulator,
  type SimulatorSettings,
  startSimulatorProcess,
} from './simulator-process.ts';

/** Header that says which installation's simulator answers; `apps/simulators` sends it. */
const INSTALLATION = 'x-mfuko-installation';
const WATCH_MS = 2_000;

/** Names the installation of a simulator's file, and not its place on this machine. Null: nobody else's. */
export function installationOf(file: string | null): string | null {
  return file ? createHash('sha256').update(resolve(file)).digest('hex').slice(0, 16) : null;
}

/**
 * Starts a simulator on its port. Where another server of this installation has it, that one is used for as long as it runs.
 * Where a stranger has it, or another installation, whose paybills and messages are none of ours, another port is taken.
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

/** Takes the place of another server's simulator once that has ended, at the same address. */
function share(settings: SimulatorSettings, url: string, print: (line: string) => void): RunningSimulator {
  const { name, title, installation } = settings;
  const closing = new AbortController();
  let own: RunningSimulator | undefined;

  async function watch(): Promise<void> {
    while (own === undefined) {
      // Only closing ends the pause early, and that is asked next.
      await pause(WATCH_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      if (await answersAs(name, installation, url)) continue;
      // Refused while the port is not free: another server was quicker, or the old one is still ending.
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
    // Nobody is there, or somebody else: either way not the simulator that is looked for.
    return false;
  }
}
