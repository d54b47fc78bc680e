import type { Transferable } from 'node:worker_threads';
import { type FairQueue, openFairQueue } from '../../platform/process/fair-queue.ts';
import { currentName } from '../../platform/process/in-name-of.ts';
import { startThread, type Thread } from './thread.ts';

/**
 * TaskLost: thrown if a task was not completed, because its worker crashed or exceeded its time or memory, or because the pool is full
 * or closed.
 */
export class TaskLost extends Error {
  override readonly name = 'TaskLost';
}

/** TaskFailed: thrown if the task threw an error. `kind` is that error's name. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  readonly kind: string;
  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface PoolOptions {
  readonly script: URL;
  readonly size: number;
  /** Longest time that a task may run on a worker, without the wait for it. */
  readonly limitMs: number;
  /**
   * Most tasks that may wait for a worker, not counting those with `goesOn`; beyond it, the newest task of the person with most tasks
   * is dropped.
   */
  readonly longestQueue: number;
  readonly memoryMb: number;
}

export interface TaskOptions {
  /** Continues earlier work: runs before tasks that start new work, and is never dropped. */
  readonly goesOn?: boolean;
  /** Worker that must run the task, because the task needs that worker's memory. Runs after all other tasks, but not later than PATIENCE_MS. */
  readonly slot?: number;
  readonly transfer?: readonly Transferable[];
}

export interface Pool<Task extends object> {
  readonly size: number;
  /** Runs a task. Throws TaskLost and TaskFailed. */
  run(task: Task, how?: TaskOptions): Promise<unknown>;
  close(): Promise<void>;
}

/** Answer of a worker to `{ id, task }`. */
export type Reply = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failed: { readonly kind: string; readonly message: string } }
);

interface Job {
  readonly message: { readonly id: number; readonly task: object };
  readonly transfer: readonly Transferable[];
  readonly since: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Slot {
  thread: Thread | null;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
  readonly own: FairQueue<Job>;
}

/** Longest time that a task tied to one worker waits behind all others. */
const PATIENCE_MS = 500;

/**
 * Opens a pool, which serves people in turns. Workers start on first use and do not keep the process alive; a worker that fails is
 * replaced.
 */
export function openPool<Task extends object>(options: PoolOptions): Pool<Task> {
  const slots: Slot[] = Array.from({ length: options.size }, () => ({
    thread: null,
    job: null,
    timer: undefined,
    own: openFairQueue(),
  }));
  const begun = openFairQueue<Job>();
  const queue = openFairQueue<Job>();
  /** Failed threads that have not ended yet. */
  const ending = new Set<Promise<void>>();
  let lastId = 0;
  let closed = false;

  function dispatch(): void {
    // Prefers a running worker to starting another.
    const free = slots
      .filter((slot) => slot.job === null)
      .sort((a, b) => Number(b.thread !== null) - Number(a.thread !== null));
    for (const slot of free) {
      const own = slot.own.peek();
      const owed = own && performance.now() - own.since > PATIENCE_MS;
      const job = owed ? slot.own.shift() : (begun.shift() ?? queue.shift() ?? slot.own.shift());
      if (job) start(slot, job);
    }
  }

  function start(slot: Slot, job: Job): void {
    slot.job = job;
    const thread = (slot.thread ??= hire(slot));
    thread.worker.ref();
    slot.timer = setTimeout(() => lose(slot, thread, 'took too long'), options.limitMs);
    try {
      thread.worker.postMessage(job.message, [...job.transfer]);
    } catch (error) {
      settle(slot);
      job.reject(error instanceof Error ? error : new Error('The task cannot be sent.'));
      dispatch();
    }
  }

  function hire(slot: Slot): Thread {
    const thread = startThread(options.script, options.memoryMb);
    const { worker } = thread;
    worker.on('message', (reply: Reply) => {
      const job = slot.job;
      if (slot.thread !== thread || job?.message.id !== reply.id) return;
      settle(slot);
      if ('value' in reply) job.resolve(reply.value);
      else job.reject(new TaskFailed(reply.failed.kind, reply.failed.message));
      dispatch();
    });
    // Callers learn only that the worker was lost; the error itself says nothing about their picture.
    worker.on('error', () => lose(slot, thread, 'crashed'));
    worker.on('exit', () => lose(slot, thread, 'ended'));
    return thread;
  }

  function settle(slot: Slot): void {
    clearTimeout(slot.timer);
    slot.job = null;
    slot.thread?.worker.unref();
  }

  function lose(slot: Slot, thread: Thread, how: string): void {
    if (slot.thread !== thread) return;
    const job = slot.job;
    settle(slot);
    slot.thread = null;
    const end = thread.end().finally(() => ending.delete(end));
    ending.add(end);
    job?.reject(new TaskLost(`The worker ${how}.`));
    if (!closed) dispatch();
  }

  return {
    size: options.size,
    run(task, how = {}) {
      if (closed) return Promise.reject(new TaskLost('The pool is closed.'));
      return new Promise((resolve, reject) => {
        const message = { id: ++lastId, task };
        const job: Job = { message, transfer: how.transfer ?? [], since: performance.now(), resolve, reject };
        const slot = how.slot === undefined ? undefined : slots[how.slot];
        const person = currentName();
        (slot ? slot.own : how.goesOn ? begun : queue).push(person, job);
        dispatch();
        if (queue.length > options.longestQueue)
          queue.dropNewest(person)?.reject(new TaskLost('Too many tasks are waiting.'));
      });
    },
    async close() {
      closed = true;
      const left = [begun, queue, ...slots.map((slot) => slot.own)].flatMap((line) => line.clear());
      for (const job of left) job.reject(new TaskLost('The pool is closed.'));
      for (const slot of slots) if (slot.thread) lose(slot, slot.thread, 'was closed');
      await Promise.all(ending);
    },
  };
}
