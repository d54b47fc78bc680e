import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

const RESOLUTION_MS = 20;
const NS = 1e9;

/** Exports event-loop delay, memory and start time of this process. Returns a function that stops the measurement. */
export function watchProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  // The measured value includes the sampling interval; only the rest is delay.
  const late = (ns: number) => (Number.isFinite(ns) ? Math.max(0, ns / NS - RESOLUTION_MS / 1_000) : 0);
  metrics.watch('process', {
    gauges: {
      mfuko_event_loop_delay_seconds: {
        help: 'How late the event loop was since the metrics were last read: the median, of 99 in 100, and at most',
        labels: ['quantile'],
      },
      process_resident_memory_bytes: { help: 'Memory of the process' },
      process_start_time_seconds: { help: 'When the process began, in seconds since 1970' },
    },
    read() {
      const figures = [
        { labels: { quantile: '0.5' }, value: late(delay.percentile(50)) },
        { labels: { quantile: '0.99' }, value: late(delay.percentile(99)) },
        { labels: { quantile: '1' }, value: late(delay.max) },
      ];
      delay.reset();
      return {
        mfuko_event_loop_delay_seconds: figures,
        process_resident_memory_bytes: process.memoryUsage.rss(),
        process_start_time_seconds: Math.floor(performance.timeOrigin / 1_000),
      };
    },
  });
  return () => delay.disable();
}
