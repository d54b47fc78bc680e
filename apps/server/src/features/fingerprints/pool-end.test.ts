import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openPool } from './pool.ts';

/** Worker script that answers at once. */
const SCRIPT = `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id }) => parentPort.postMessage({ id, value: 'done' }));
`)}`;

it('idle pool workers do not keep the process alive', async () => {
  const program = `
    import { openPool } from ${JSON.stringify(new URL('./pool.ts', import.meta.url).href)};
    const script = new URL(${JSON.stringify(SCRIPT)});
    const pool = openPool({ script, size: 1, limitMs: 60_000, longestQueue: 1, memoryMb: 64 });
    console.log(await pool.run({}));`;
  const ended = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    timeout: 20_000,
  });
  expect(ended.stdout).toBe('done\n');
}, 30_000);

it('close resolves after the workers have exited', async () => {
  const hired = once(process, 'worker') as Promise<[Worker]>;
  const pool = openPool({ script: new URL(SCRIPT), size: 1, limitMs: 60_000, longestQueue: 1, memoryMb: 64 });
  await pool.run({});
  const [worker] = await hired;
  let ended = false;
  worker.once('exit', () => {
    ended = true;
  });
  await pool.close();
  expect(ended).toBe(true);
});
