import { expect, it } from 'vitest';
import { openMetrics } from '../../platform/metrics/metrics.ts';
import { badImage, engineBusy } from './errors.ts';
import type { Engine } from './index.ts';
import { timedEngine } from './metrics.ts';

it('times engine tasks by name and outcome', async () => {
  const metrics = openMetrics();
  const answers = [() => 'seen', () => Promise.reject(badImage('too dark')), () => Promise.reject(engineBusy())];
  const engine = { size: 2, run: async () => answers.shift()?.(), close: async () => undefined } as unknown as Engine;
  const timed = timedEngine(metrics, engine);
  for (const _ of [1, 2, 3]) await timed.run('decode', { base64: '' }).catch(() => undefined);
  const { body } = await metrics.text();
  for (const outcome of ['done', 'refused', 'lost'])
    expect(body).toContain(`mfuko_fingerprint_task_seconds_count{task="decode",outcome="${outcome}"} 1`);
  // The highest bucket is the time limit of a task, so that tasks which exceeded it are counted separately.
  expect(body).toContain('mfuko_fingerprint_task_seconds_bucket{le="10",task="decode",outcome="done"} 1');
});
