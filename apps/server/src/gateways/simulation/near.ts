import { INSTALLATION, installationOf, type RunningSimulator, type SimulatorSettings } from './run.ts';

/** A simulator by the name that it answers to, and by the one that a person reads. */
export interface Known {
  readonly name: string;
  readonly title: string;
}

/**
 * Starts a simulator on its port. Where another server of this installation has it, that one is used. Where a stranger has it,
 * or another installation, whose paybills and messages are none of ours, another port is taken.
 */
export async function startNear(
  { port, file }: Pick<SimulatorSettings, 'port' | 'file'>,
  { name, title }: Known,
  start: (port: number) => Promise<RunningSimulator>,
  print: (line: string) => void,
): Promise<Pick<RunningSimulator, 'url' | 'close'>> {
  try {
    return await start(port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
  }
  const url = `http://127.0.0.1:${port}`;
  if (await answersAs(name, installationOf(file), url)) {
    print(`The ${title} simulator of another server of this installation is used: ${url}`);
    return { url, close: async () => undefined };
  }
  print(`Port ${port} is taken: the ${title} simulator takes another.`);
  return start(0);
}

async function answersAs(name: string, installation: string | null, url: string): Promise<boolean> {
  if (installation === null) return false;
  try {
    const response = await fetch(`${url}/simulator`, { signal: AbortSignal.timeout(2_000) });
    const said = (await response.json()) as { simulator?: unknown };
    return said.simulator === name && response.headers.get(INSTALLATION) === installation;
  } catch {
    return false;
  }
}
