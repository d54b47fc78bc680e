import { workerData } from 'node:worker_threads';

/** In memory that a worker and its pool share: how much the worker has under way in native code. */
export interface NativeCount {
  readonly native: Int32Array<SharedArrayBuffer>;
}

/** Makes the count of a worker that is about to start; it goes to it as `workerData`. */
export function makeNativeCount(): NativeCount {
  return { native: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
}

// A thread that no pool started is ended by nobody.
const { native } = (workerData as Partial<NativeCount> | null)?.native
  ? (workerData as NativeCount)
  : makeNativeCount();

/** Begins something in native code: until `leaveNative` the pool does not end this thread. */
export function enterNative(): void {
  Atomics.add(native, 0, 1);
}

/** Ends it. */
export function leaveNative(): void {
  Atomics.sub(native, 0, 1);
  Atomics.notify(native, 0);
}

/** True while something is under way in native code in this thread. */
export function isInNative(): boolean {
  return Atomics.load(native, 0) !== 0;
}

/** Does work in native code, in the middle of which the pool does not end this thread. */
export async function inNative<T>(work: () => Promise<T>): Promise<T> {
  enterNative();
  try {
    return await work();
  } finally {
    leaveNative();
  }
}

/** Resolves once nothing is under way in native code there. */
export async function outOfNative({ native }: NativeCount): Promise<void> {
  for (let under = Atomics.load(native, 0); under !== 0; under = Atomics.load(native, 0))
    await Atomics.waitAsync(native, 0, under).value;
}
