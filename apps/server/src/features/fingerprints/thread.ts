import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { workerEnvironment } from '../../platform/process/worker-environment.ts';
import { makeNativeCount, outOfNative } from './native-code.ts';

/** A worker thread of the pool. */
export interface Thread {
  readonly worker: Worker;
  /** Ends it, once it is out of native code or has been there for 20 s. Resolves when it has ended. */
  end(): Promise<void>;
}

/** Twice as long as libvips takes at most for the pixels: only a header that it never finishes reading lasts longer. */
const LONGEST_NATIVE_MS = 20_000;

/**
 * Starts a worker thread. V8 may end JavaScript anywhere; a library of C that is ended in the middle takes the process with it, or what
 * comes back from it finds no JavaScript any more.
 */
export function startThread(script: URL, memoryMb: number): Thread {
  const count = makeNativeCount();
  const worker = new Worker(script, {
    env: workerEnvironment(),
    execArgv: [],
    workerData: count,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // An error of the worker is told by the pool; for this it has ended.
  const exited = once(worker, 'exit').catch(() => undefined);
  return {
    worker,
    async end() {
      // Nobody waits for its answer any more, but for its end.
      worker.ref();
      await Promise.race([outOfNative(count), exited, delay(LONGEST_NATIVE_MS, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
}
