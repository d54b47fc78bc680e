// Preload of every process and thread of a test run with mutants: `node --import`.
import { appendFileSync, readFileSync } from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import workerThreads, { isMainThread, Worker, type WorkerOptions } from 'node:worker_threads';
import { SWITCH } from './instrument.ts';
import { type Manifest, VARIABLES } from './manifest.ts';

const env = process.env;
const manifest = JSON.parse(readFileSync(env[VARIABLES.manifest] ?? '', 'utf8')) as Manifest;
const chosen = Number(env[VARIABLES.chosen] ?? 0);
const reachFile = env[VARIABLES.reach];
const limitMs = Number(env[VARIABLES.limit] ?? 0);

(globalThis as Record<string, unknown>)[SWITCH] = reachFile === undefined ? isChosen : noteReach(reachFile);
registerHooks({
  load(url, context, next) {
    const source = url.startsWith('file:') ? manifest[fileURLToPath(url.replace(/[?#].*$/, ''))] : undefined;
    if (source === undefined) return next(url, context);
    return { format: 'module-typescript', source: readFileSync(source, 'utf8'), shortCircuit: true };
  },
});
takeThreadsAlong();
if (isMainThread && limitMs > 0) endAfter(limitMs);

function isChosen(number: number): boolean {
  return number === chosen;
}

function noteReach(file: string): (number: number) => boolean {
  const seen = new Set<number>();
  return (number) => {
    if (!seen.has(number)) {
      seen.add(number);
      appendFileSync(file, `${number}\n`);
    }
    return false;
  };
}

/** Passes the part of our environment and options that mutants need to threads that are started without them. */
function takeThreadsAlong(): void {
  const ours = Object.fromEntries(Object.values(VARIABLES).flatMap((name) => (name in env ? [[name, env[name]]] : [])));
  class WorkerWithMutants extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const { env: given, execArgv } = options;
      const isBare = typeof given === 'object';
      super(file, {
        ...options,
        ...(isBare ? { env: { ...given, ...ours } } : {}),
        ...(execArgv || isBare ? { execArgv: [...(execArgv ?? process.execArgv), '--import', import.meta.url] } : {}),
      });
    }
  }
  workerThreads.Worker = WorkerWithMutants;
  syncBuiltinESMExports();
}

/** Ends a process that a mutant keeps in an endless loop, from another thread, since the main thread is blocked. */
function endAfter(ms: number): void {
  const code = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`;
  new Worker(code, { eval: true, env: {}, execArgv: [] }).unref();
}
