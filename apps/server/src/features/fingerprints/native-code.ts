import { workerData } from 'node:worker_threads';

/** Counter in memory shared by a worker and its pool: the operations that the worker has running in native code. */
export interface NativeCount {
  readonly native: Int32Array<SharedArrayBuffer>;
}

/** Creates the counter of a worker that is about to start; passed as `workerData`. */
export function makeNativeCount(): NativeCount {
  return { native: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
}

// A thread that no pool has started has no shared counter, and needs none, since no pool terminates it.
const { native } = (workerData as Partial<NativeCount> | null)?.native
  ? (workerData as NativeCount)
  : makeNativeCount();

/** Marks the start of native code: the pool does not terminate this thread before the matching `leaveNative`. */
export function enterNative(): void {
  Atomics.add(native, 0, 1);
}

/** Marks the end of native code. */
export function leaveNative(): void {
  Atomics.sub(native, 0, 1);
  Atomics.notify(native, 0);
}

/** Tells whether this thread has an operation running in native code. */
export function isInNative(): boolean {
  return Atomics.load(native, 0) !== 0;
}

/** Runs work in native code, during which the pool does not terminate this thread. */
export async function inNative<T>(work: () => Promise<T>): Promise<T> {
  enterNative();
  try {
    return await work();
  } finally {
    leaveNative();
  }
}

/** Resolves once the worker has no operation running in native code. */
export async function outOfNative({ native }: NativeCount): Promise<void> {
  for (let under = Atomics.load(native, 0); under !== 0; under = Atomics.load(native, 0))
    await Atomics.waitAsync(native, 0, under).value;
}
