import type { RunningSimulator } from './run.ts';

/** A simulator by the name that it answers to, and by the one that a person reads. */
export interface Known {
  readonly name: string;
  readonly title: string;
}

/** Starts a simulator on its port. Where another of ours has it, that one is used; where a stranger has it, another port. */
export async function startNear(
  port: number,
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
  if (await answersAs(name, url)) {
    print(`The ${title} simulator of another server is used: ${url}`);
    return { url, close: async () => undefined };
  }
  print(`Port ${port} is taken: the ${title} simulator takes another.`);
  return start(0);
}

async function answersAs(name: string, url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/simulator`, { signal: AbortSignal.timeout(2_000) });
    const said = (await response.json()) as { simulator?: unknown; of?: unknown };
    return said.simulator === name && said.of === 'mfuko';
  } catch {
    return false;
  }
}
