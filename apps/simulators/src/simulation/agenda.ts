import type { Clock } from './clock.ts';

type Task = () => Promise<void> | void;

interface Entry {
  readonly due: number;
  readonly order: number;
  readonly kind: 'message' | 'deadline';
  readonly task: Task;
}

/** Agenda: pending tasks, which are messages under way and deadlines. */
export interface Agenda {
  /** Schedules a message, `ms` milliseconds from now. */
  send(ms: number, task: Task): void;
  /** Schedules a deadline, `ms` milliseconds from now. */
  expire(ms: number, task: Task): void;
  /** Runs all tasks that are due by the clock, until none is left. */
  tick(): Promise<void>;
  /** Runs all messages in their order, due or not, until none is left. Deadlines wait for the clock. */
  flush(): Promise<void>;
  close(): void;
}

const MAX_MS = 2 ** 31 - 1;

/** Opens an agenda. With `byItself` tasks run when they are due; otherwise only tick and flush run them, one after the other. */
export function openAgenda(clock: Clock, byItself: boolean): Agenda {
  let entries: Entry[] = [];
  let order = 0;
  let closed = false;
  let alarm: NodeJS.Timeout | undefined;
  const running = new Set<Promise<void>>();

  const run = (entry: Entry): Promise<void> => {
    entries = entries.filter((each) => each !== entry);
    const task = Promise.resolve()
      .then(entry.task)
      // A task handles its own errors; another one must not end the process.
      .catch(() => undefined)
      .finally(() => running.delete(task));
    running.add(task);
    return task;
  };
  const first = (which: (entry: Entry) => boolean) => {
    let found: Entry | undefined;
    for (const entry of entries) {
      if (!which(entry)) continue;
      if (!found || entry.due < found.due || (entry.due === found.due && entry.order < found.order)) found = entry;
    }
    return found;
  };
  const arm = () => {
    clearTimeout(alarm);
    const next = first(() => true);
    if (!next || closed || !byItself) return;
    const wait = Math.min(Math.max(0, next.due - clock.now()), MAX_MS);
    alarm = setTimeout(() => {
      for (let entry = first(isDue); entry; entry = first(isDue)) run(entry);
      arm();
    }, wait);
    alarm.unref();
  };
  const isDue = (entry: Entry) => entry.due <= clock.now();
  const add = (kind: Entry['kind'], ms: number, task: Task) => {
    if (closed) return;
    entries.push({ kind, task, due: clock.now() + ms, order: order++ });
    arm();
  };
  const work = async (which: (entry: Entry) => boolean) => {
    for (;;) {
      const entry = first(which);
      if (entry) await run(entry);
      else if (running.size > 0) await Promise.all(running);
      else return;
    }
  };

  return {
    send: (ms, task) => add('message', ms, task),
    expire: (ms, task) => add('deadline', ms, task),
    tick: () => work(isDue),
    flush: () => work((entry) => entry.kind === 'message'),
    close() {
      closed = true;
      entries = [];
      clearTimeout(alarm);
    },
  };
}
