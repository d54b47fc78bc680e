import { ConfigError } from './config.ts';

/** Exit code of sysexits.h for invalid settings, which would be refused again at the next start. */
const EXIT_CONFIG = 78;

/** Runs a service until a signal stops it, or prints why it did not start. */
export async function run(say: (line: string) => void, start: () => Promise<{ stop(): Promise<void> }>): Promise<void> {
  try {
    const service = await start();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.stop());
  } catch (error) {
    say(explain(error));
    process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  return code === 'EADDRINUSE' ? `Port ${port} is taken: is a scanner service running already?` : error.message;
}
