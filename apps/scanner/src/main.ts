import { ConfigError, readConfig } from './config.ts';
import { startScanner } from './scanner.ts';

try {
  const scanner = await startScanner(readConfig());
  console.log(`Scanner service  ${scanner.url}\nTray of fingers  ${scanner.trayUrl}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void scanner.stop());
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  return code === 'EADDRINUSE' ? `Port ${port} is taken: is a scanner service running already?` : error.message;
}
