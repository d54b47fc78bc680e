import type { MemoryGuard } from '../http/memory-guard.ts';
import type { HeapWatch } from '../process/heap-watch.ts';
import type { Metrics } from './metrics.ts';

/** Exports the heap use of this process, the size at which it ends, and the number of calls that the memory guard refused. */
export function watchMemory(metrics: Metrics, heap: HeapWatch, guard: Pick<MemoryGuard, 'refused'>): void {
  metrics.watch('memory', {
    gauges: {
      mfuko_heap_kept_bytes: { help: 'What the last full collection of the heap could not free' },
      mfuko_heap_limit_bytes: { help: 'The size of the heap at which the process ends' },
      mfuko_memory_tight: { help: '1 while files and long work are turned away for want of memory' },
      mfuko_refused_for_memory_total: { help: 'Calls turned away for want of memory since the process began' },
    },
    read: () => ({
      mfuko_heap_kept_bytes: heap.kept(),
      mfuko_heap_limit_bytes: heap.limit,
      mfuko_memory_tight: heap.isTight() ? 1 : 0,
      mfuko_refused_for_memory_total: guard.refused(),
    }),
  });
}
