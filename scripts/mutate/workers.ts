import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestServer } from '../../apps/server/tests/database.ts';
import type { RunEnd } from './test-runs.ts';

export interface Start {
  readonly manifestFile: string;
  readonly server: TestServer | undefined;
  readonly index: number;
}

export interface Job {
  readonly id: number;
  readonly tests: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly limitMs: number;
  /** Replaces a database function before the tests. */
  readonly definition?: string | undefined;
}

export interface Answer {
  readonly id: number;
  readonly end: RunEnd;
  readonly ms: number;
  /** First failure; empty if there was none. */
  readonly why: string;
}

export interface Workers {
  /** Runs the job as soon as a worker is free. A worker that dies during the job counts as a failed run. */
  run(job: Omit<Job, 'id'>): Promise<Answer>;
  close(): void;
}

interface Waiting {
  readonly job: Job;
  readonly resolve: (answer: Answer) => void;
}

const SCRIPT = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Starts processes that run tests in parallel, each with its own template in the same database server. */
export function openWorkers(count: number, start: Omit<Start, 'index'>): Workers {
  const queue: Waiting[] = [];
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();
  const atWork = new Map<ChildProcess, Waiting>();
  let lastId = 0;
  let closed = false;
  for (let index = 1; index <= count; index += 1) hire(index);

  function hire(index: number): void {
    const child = fork(SCRIPT, { env: ownEnvironment(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const began = performance.now();
    all.add(child);
    child.on('message', (answer: Answer) => settle(child, answer));
    child.on('exit', () => {
      all.delete(child);
      const place = idle.indexOf(child);
      if (place !== -1) idle.splice(place, 1);
      const lost = atWork.get(child);
      if (lost)
        settle(child, { id: lost.job.id, end: 'failed', ms: performance.now() - began, why: 'the worker ended' });
      if (!closed) hire(index);
    });
    child.send({ ...start, index } satisfies Start);
    idle.push(child);
    dispatch();
  }

  function settle(child: ChildProcess, answer: Answer): void {
    atWork.get(child)?.resolve(answer);
    atWork.delete(child);
    if (child.connected) idle.push(child);
    dispatch();
  }

  function dispatch(): void {
    for (let child = idle.shift(); child; child = idle.shift()) {
      const waiting = queue.shift();
      if (!waiting) {
        idle.unshift(child);
        return;
      }
      atWork.set(child, waiting);
      child.send(waiting.job);
    }
  }

  return {
    run: (job) =>
      new Promise((resolve) => {
        queue.push({ job: { ...job, id: ++lastId }, resolve });
        dispatch();
      }),
    close() {
      closed = true;
      for (const child of all) child.kill();
    },
  };
}

/** Environment without the variables of a test run that started this process. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$)/.test(name)));
}
