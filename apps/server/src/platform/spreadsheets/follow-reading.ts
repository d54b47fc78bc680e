import type { Read, Said } from './reading-worker.ts';

const MAX_MS = 10_000;
/** Time in which a worker starts: on a busy machine its start takes longer than the file, which is not at fault. */
const MAX_START_MS = 20_000;

/** Parts of a worker thread that are used here. */
interface ReadingThread {
  on(name: 'message', heard: (said: Said) => void): unknown;
  once(name: 'error' | 'exit', heard: () => void): unknown;
  terminate(): Promise<number>;
}

/**
 * Returns what a worker reads, and terminates it: after its reply, or ten seconds after it has started. Throws the given refusal where it
 * does not start.
 */
export function followReading(worker: ReadingThread, busy: () => Error): Promise<Read> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => {
      reject(busy());
      void worker.terminate();
    }, MAX_START_MS);
    const end = (read: Read) => {
      clearTimeout(timer);
      resolve(read);
      void worker.terminate();
    };
    worker.on('message', (said: Said) => {
      if (!('ready' in said)) return end(said);
      clearTimeout(timer);
      timer = setTimeout(() => end({ fault: 'too-slow' }), MAX_MS);
    });
    // In most cases the worker has run out of memory.
    worker.once('error', () => end({ fault: 'too-large' }));
    worker.once('exit', () => end({ fault: 'too-large' }));
  });
}
