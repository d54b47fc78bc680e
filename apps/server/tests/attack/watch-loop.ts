import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/**
 * Preload of the server (`node --import`): at each SIGUSR2 writes the event loop delay since the last one, in milliseconds, and the heap
 * usage after a garbage collection.
 */
const { WATCH_LOOP } = process.env;
if (isMainThread && WATCH_LOOP !== undefined) {
  setFlagsFromString('--expose-gc');
  const sweep = runInNewContext('gc') as () => void;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let told = 0;
  process.on('SIGUSR2', () => {
    const late = { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
    sweep();
    const file = `${WATCH_LOOP}.${++told}`;
    // Renamed, so that a reader that waits for the file never sees a partial one.
    writeFileSync(`${file}.part`, JSON.stringify({ ...late, heap: process.memoryUsage().heapUsed }));
    renameSync(`${file}.part`, file);
    delay.reset();
  });
}
