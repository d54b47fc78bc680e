import { getCompileCacheDir } from 'node:module';

/**
 * Environment of a worker thread or program that the server starts. Nothing of the server's own, above all no key, is any business of it;
 * the compiled code that Node keeps is, for without it each start compiles all of its modules anew.
 */
export function workerEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir();
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
}
