import { getCompileCacheDir } from 'node:module';

/**
 * Returns the environment of a worker thread or child process. It inherits nothing from the server, above all no key; only Node's
 * compile cache is passed on, without which each start would compile all modules again.
 */
export function workerEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir();
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
}
