import { afterEach, describe, expect, it } from 'vitest';
import { inNameOf } from '../../platform/process/in-name-of.ts';
import { openPool, type Pool } from './pool.ts';

/** Worker script that does what the task says: works, hangs, throws or crashes. */
const SCRIPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    let seen = 0;
    parentPort.on('message', ({ id, task }) => {
      seen++;
      if (task.do === 'crash') process.exit(3);
      if (task.do === 'throw') setTimeout(() => { throw new Error('outside'); }, 0);
      else if (task.do === 'hang') for (;;);
      else if (task.do === 'eat') { const all = []; for (;;) all.push(new Array(1e6).fill(id)); }
      else if (task.do === 'fail') parentPort.postMessage({ id, failed: { kind: 'ImageError', message: 'no' } });
      else if (task.do === 'environment') parentPort.postMessage({ id, value: Object.keys(process.env).filter((name) => !/^(MUTATE_|NODE_COMPILE_CACHE$)/.test(name)) }); // npm run mutate hands those to every thread.
      else setTimeout(() => parentPort.postMessage({ id, value: { threadId, seen, task } }), task.ms ?? 0);
    });
  `)}`,
);

interface Doing {
  readonly do: string;
  readonly ms?: number;
}

let pool: Pool<Doing>;
afterEach(() => pool.close());

function open(options: { size?: number; limitMs?: number; longestQueue?: number } = {}): Pool<Doing> {
  pool = openPool<Doing>({ script: SCRIPT, size: 2, limitMs: 5_000, longestQueue: 100, memoryMb: 64, ...options });
  return pool;
}

const thread = (answer: unknown) => (answer as { threadId: number }).threadId;

describe('worker pool', () => {
  it('spreads concurrent tasks over all workers', async () => {
    open();
    const answers = await Promise.all(Array.from({ length: 30 }, () => pool.run({ do: 'work', ms: 5 })));
    expect(new Set(answers.map(thread)).size).toBe(2);
  });

  it('starts no second worker while the first is idle', async () => {
    open();
    const answers = [];
    for (let turn = 0; turn < 5; turn++) answers.push(await pool.run({ do: 'work' }));
    expect(new Set(answers.map(thread)).size).toBe(1);
  });

  it.each(['crash', 'throw', 'eat'])('loses only the task whose worker does %s', async (how) => {
    open({ size: 1 });
    const [lost, after, last] = await Promise.allSettled([
      pool.run({ do: how }),
      pool.run({ do: 'work' }),
      pool.run({ do: 'work' }),
    ]);
    expect(lost).toMatchObject({ status: 'rejected', reason: { name: 'TaskLost' } });
    expect([after.status, last.status]).toEqual(['fulfilled', 'fulfilled']);
  });

  it('replaces a worker that exceeds the time limit', async () => {
    open({ size: 1, limitMs: 3_000 }); // The next worker has to start within it too.
    const [lost, after] = await Promise.allSettled([pool.run({ do: 'hang' }), pool.run({ do: 'work' })]);
    expect(lost).toMatchObject({ status: 'rejected', reason: { name: 'TaskLost' } });
    expect(after.status).toBe('fulfilled');
  });

  it('distinguishes a failed task from a lost one', async () => {
    await expect(open().run({ do: 'fail' })).rejects.toMatchObject({ name: 'TaskFailed', kind: 'ImageError' });
  });

  it('runs a task with a slot on the same worker each time', async () => {
    open();
    const first = await pool.run({ do: 'work' }, { slot: 1 });
    await pool.run({ do: 'work' }, { slot: 0 });
    const again = await pool.run({ do: 'work' }, { slot: 1 });
    expect(again).toMatchObject({ threadId: thread(first), seen: 2 });
  });

  it('runs tasks without a slot before one tied to a worker', async () => {
    open({ size: 1 });
    await pool.run({ do: 'work' });
    const order: string[] = [];
    const run = (name: string, how = {}) => pool.run({ do: 'work' }, how).then(() => order.push(name));
    await Promise.all([run('busy'), run('tied', { slot: 0 }), run('gate'), run('gate')]);
    expect(order).toEqual(['busy', 'gate', 'gate', 'tied']);
  });

  it('rejects tasks when the queue is full', async () => {
    open({ size: 1, longestQueue: 3 });
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => pool.run({ do: 'work', ms: 20 })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  it('runs continued tasks before new ones and never rejects them', async () => {
    open({ size: 1, longestQueue: 2 });
    const order: string[] = [];
    const run = (name: string, goesOn: boolean) =>
      pool.run({ do: 'work', ms: 5 }, { goesOn }).then(
        () => order.push(name),
        () => order.push('turned away'),
      );
    await Promise.all([
      run('first', false),
      run('new', false),
      run('new', false),
      run('new', false),
      run('begun', true),
      run('begun', true),
    ]);
    expect(order).toEqual(['turned away', 'first', 'begun', 'begun', 'new', 'new']);
  });

  it('serves people round robin, also for continued tasks and tasks with a slot', async () => {
    open({ size: 1 });
    for (const how of [{}, { goesOn: true }, { slot: 0 }]) {
      const order: string[] = [];
      const run = (name: string) =>
        inNameOf(name, () => pool.run({ do: 'work' }, how)).then(() => void order.push(name));
      await Promise.all([run('flood'), run('flood'), run('flood'), run('flood'), run('other')]);
      expect(order).toEqual(['flood', 'flood', 'other', 'flood', 'flood']);
    }
  });

  it('a full queue drops the newest task of whoever has most waiting', async () => {
    open({ size: 1, longestQueue: 3 });
    const run = (name: string) => inNameOf(name, () => pool.run({ do: 'work', ms: 5 }));
    const answers = await Promise.allSettled([...Array.from({ length: 4 }, () => run('flood')), run('other')]);
    expect(answers.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled'],
      ...['rejected', 'fulfilled'],
    ]);
  });

  it('passes no environment variables to workers except the compile cache', async () => {
    expect(await open().run({ do: 'environment' })).toEqual([]);
  });

  it('close rejects running and later tasks as lost', async () => {
    open({ size: 1 });
    // After a finished task the worker is running, so that it begins the next task at once.
    await pool.run({ do: 'work' });
    const tasks = Promise.allSettled([pool.run({ do: 'work', ms: 5_000 }), pool.run({ do: 'work' })]);
    await pool.close();
    expect((await tasks).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(pool.run({ do: 'work' })).rejects.toMatchObject({ name: 'TaskLost' });
  });
});
