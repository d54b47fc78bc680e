import { expect, it } from 'vitest';
import { openMetrics } from './metrics.ts';

const gauge = (name: string) => ({ [name]: { help: name } });

it('metrics omit the gauges of a failed reading, mark it failed and repeat no older value', async () => {
  const metrics = openMetrics();
  let broken = false;
  metrics.watch('books', {
    gauges: gauge('schools'),
    read: () => {
      if (broken) throw new Error('The database is away.');
      return { schools: 7 };
    },
  });
  metrics.watch('disk', { gauges: gauge('bytes'), read: () => ({ bytes: 5 }) });
  expect((await metrics.text()).body).toContain('\nschools 7\n');
  broken = true;
  const { body } = await metrics.text();
  expect(body).not.toMatch(/^schools /m);
  expect(body).toContain('mfuko_reading_failed{reading="books"} 1');
  expect(body).toContain('\nbytes 5\n');
  expect(body).toContain('mfuko_reading_failed{reading="disk"} 0');
});

it('metrics answer with the other gauges when a reading times out', async () => {
  const metrics = openMetrics(1);
  metrics.watch('disk', { gauges: gauge('bytes'), read: () => ({ bytes: 5 }) });
  metrics.watch('books', { gauges: gauge('schools'), read: () => new Promise<{ schools: number }>(() => undefined) });
  const { body } = await metrics.text();
  expect(body).toContain('\nbytes 5\n');
  expect(body).toContain('mfuko_reading_failed{reading="books"} 1');
});

it('metrics read once for concurrent requests', async () => {
  const metrics = openMetrics();
  let reads = 0;
  metrics.watch('disk', { gauges: gauge('bytes'), read: async () => ({ bytes: ++reads }) });
  await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
  expect(reads).toBe(1);
});

it('metrics reuse a counter and replace a reading of the same name', async () => {
  const metrics = openMetrics();
  for (const value of [1, 2]) {
    metrics.counter('runs_total', 'Runs', ['kind']).inc({ kind: 'sweep' });
    metrics.watch('disk', { gauges: gauge('bytes'), read: () => ({ bytes: value }) });
  }
  const { body } = await metrics.text();
  expect(body).toContain('runs_total{kind="sweep"} 2');
  expect(body).toContain('\nbytes 2\n');
});
