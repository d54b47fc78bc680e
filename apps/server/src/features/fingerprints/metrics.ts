import { Refusal } from '../../platform/http/refusal.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import type { Engine } from './engine.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Wraps an engine and times each task by name and outcome: done, refused, or lost because no worker ran it. */
export function timedEngine(metrics: Metrics, engine: Engine): Engine {
  const seconds = metrics.histogram(
    'mfuko_fingerprint_task_seconds',
    'From handing a task to the fingerprint engine to its end, the wait for a worker included',
    ['task', 'outcome'],
    SECONDS,
  );
  return {
    context: engine.context,
    size: engine.size,
    async run(name, ask, slot) {
      const timer = seconds.startTimer({ task: name });
      try {
        const answer = await engine.run(name, ask, slot);
        timer({ outcome: 'done' });
        return answer;
      } catch (error) {
        timer({ outcome: error instanceof Refusal && error.problem !== 'server.busy' ? 'refused' : 'lost' });
        throw error;
      }
    },
    close: () => engine.close(),
  };
}

/** Wraps an engine and traces each task as a step of the call that waits for it. */
export function tracedEngine(tracing: Tracing, engine: Engine): Engine {
  return {
    ...engine,
    run: (name, ask, slot) => tracing.step(`fingerprint ${name}`, {}, () => engine.run(name, ask, slot)),
  };
}
