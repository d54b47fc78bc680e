import { availableParallelism } from 'node:os';
import type { AppContext } from '../../platform/process/app-context.ts';
// Imported here, because sharp must be loaded by the main thread before any worker: its libraries then outlive every worker.
import '../../platform/images/images.ts';
import { badImage, engineBusy } from './errors.ts';
import type { Picture, SeenPicture } from './picture.ts';
import { openPool, type Pool, TaskFailed, TaskLost } from './pool.ts';
import type { Task, TaskName, Tasks } from './tasks.ts';

/** Fingerprint engine of a server, with its worker threads. A process opens one, and closes it at the end. */
export interface Engine {
  readonly context: AppContext;
  /** Number of workers, for work that is spread over all of them. */
  readonly size: number;
  /** Runs a task on a worker, or on the worker `slot` if given. Throws server.busy if no worker could run the task. */
  run<Name extends TaskName>(name: Name, ask: Tasks[Name]['ask'], slot?: number): Promise<Tasks[Name]['answer']>;
  close(): Promise<void>;
}

const LIMIT_MS = 10_000;
const MAX_QUEUE_LENGTH = 300;
const WORKER_MEMORY_MB = 1_024;
/** Size of a template in V8's heap, in kB; memory outside the heap is not limited. */
const TEMPLATE_KB = 4;

/** Opens the engine with one worker per core. The workers start on first use. */
export function openEngine(context: AppContext): Engine {
  const size = availableParallelism();
  const pool: Pool<Task> = openPool({
    script: new URL('./engine-worker.ts', import.meta.url),
    size,
    limitMs: LIMIT_MS,
    longestQueue: MAX_QUEUE_LENGTH,
    memoryMb: WORKER_MEMORY_MB + Math.ceil((TEMPLATE_KB * context.config.fingerprintsInMemory) / size / 1_024),
  });
  return {
    context,
    size: pool.size,
    run: async (name, ask, slot) => {
      try {
        // The pixels are transferred, not copied.
        const transfer = 'picture' in ask ? [ask.picture.pixels.buffer] : [];
        const task = { name, ask } as Task;
        const goesOn = name !== 'decode';
        return (await pool.run(task, {
          goesOn,
          transfer,
          ...(slot === undefined ? {} : { slot }),
        })) as Tasks[typeof name]['answer'];
      } catch (error) {
        if (error instanceof TaskLost) throw engineBusy();
        if (error instanceof TaskFailed && error.kind === 'ImageError') throw badImage(error.message);
        throw error;
      }
    },
    close: () => pool.close(),
  };
}

/** Decodes the picture of a call. Throws fingerprint.bad-image. */
export function see(engine: Engine, picture: Picture): Promise<SeenPicture> {
  return engine.run('decode', {
    base64: picture.B64Fingerprint,
    ...(picture.Width === undefined ? {} : { width: picture.Width }),
    ...(picture.Height === undefined ? {} : { height: picture.Height }),
    ...(picture.Dpi === undefined ? {} : { dpi: picture.Dpi }),
  });
}

/** Drops impressions from the memory of all workers at once, instead of when they need the room. */
export async function forgetImpressions(engine: Engine, schoolId: string, ids: readonly string[]): Promise<void> {
  await Promise.all(
    Array.from({ length: engine.size }, (_, slot) =>
      engine.run('forget', { schoolId, fingerprintIds: [...ids] }, slot),
    ),
  );
}
