import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { workerEnvironment } from '../../platform/process/worker-environment.ts';
import { makeNativeCount, outOfNative } from './native-code.ts';

/** A worker thread of the pool. */
export interface Thread {
  readonly worker: Worker;
  /** Terminates the thread once it has left native code, or after 20 s. Resolves when the thread has ended. */
  end(): Promise<void>;
}

/** Twice the longest time that libvips may take for the pixels; only a header that it never finishes reading takes longer. */
const MAX_NATIVE_MS = 20_000;

/**
 * Starts a worker thread. V8 can terminate JavaScript anywhere, but a C library that is terminated halfway crashes the process, or
 * returns to JavaScript that no longer exists.
 */
export function startThread(script: URL, memoryMb: number): Thread {
  const count = makeNativeCount();
  const worker = new Worker(script, {
    env: workerEnvironment(),
    execArgv: [],
    workerData: count,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // The pool reports the worker's errors; here an error only means that the worker has ended.
  const exited = once(worker, 'exit').catch(() => undefined);
  return {
    worker,
    async end() {
      // Keeps the process alive until the worker has ended.
      worker.ref();
      await Promise.race([outOfNative(count), exited, delay(MAX_NATIVE_MS, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
}
