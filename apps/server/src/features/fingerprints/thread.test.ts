import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openPool } from './pool.ts';

/** Script that stays in native code from its first task until the test releases it, and then records that it left. */
const SCRIPT = `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  const { enterNative, leaveNative } = await import(${JSON.stringify(new URL('./native-code.ts', import.meta.url).href)});
  parentPort.on('message', ({ id, task: { gate } }) => {
    if (gate) {
      enterNative();
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      Atomics.wait(gate, 1, 0);
      Atomics.store(gate, 2, 1);
      leaveNative();
    }
    parentPort.postMessage({ id, value: 'done' });
  });
`)}`;
const [INSIDE, LET_OUT, CAME_OUT] = [0, 1, 2];

it.each(['is late', 'is closed'])(
  'a worker in native code that %s is not terminated until it leaves that code',
  async (how) => {
    const hired = once(process, 'worker') as Promise<[Worker]>;
    const pool = openPool<{ gate?: Int32Array }>({
      ...{ script: new URL(SCRIPT), size: 1, longestQueue: 1, memoryMb: 64 },
      limitMs: how === 'is late' ? 3_000 : 60_000, // The next worker has to start within it too.
    });
    const gate = new Int32Array(new SharedArrayBuffer(12));
    const late = pool.run({ gate }).catch((error: Error) => error.name);
    const [worker] = await hired;
    const exited = once(worker, 'exit');
    await Atomics.waitAsync(gate, INSIDE, 0).value;
    const closed = how === 'is closed' ? pool.close() : undefined;
    expect(await late).toBe('TaskLost');
    // Another worker serves other tasks in the meantime.
    if (!closed) expect(await pool.run({})).toBe('done');
    Atomics.store(gate, LET_OUT, 1);
    Atomics.notify(gate, LET_OUT);
    await exited;
    expect(gate[CAME_OUT]).toBe(1);
    await (closed ?? pool.close());
  },
);
