import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Part of V8's limit for the young generation, of which a full collection keeps almost nothing: three spaces of 64 MB. */
const YOUNG_BYTES = 192 * 1024 * 1024;
/** Share of the limit above which the heap counts as tight after a full collection. */
const TIGHT = 0.8;
/** Share below which the heap is no longer tight; the distance from TIGHT prevents toggling with each collection. */
const ROOMY = 0.7;
/** Share above which the process would soon run out of memory in the middle of its work. */
const FULL = 0.9;

export interface HeapWatch {
  /** Returns true after a full collection that freed too little, until one that freed enough. */
  isTight(): boolean;
  /** Returns the bytes in use after the last full collection, or those in use now before the first one. */
  kept(): number;
  /** Bytes in use after a full collection at which the process would end. */
  readonly limit: number;
  /** Calls `tell` each time the heap becomes tight. */
  onTight(tell: () => void): void;
  /** Calls `tell` once, when only enough memory is left for an orderly shutdown. */
  onFull(tell: () => void): void;
  close(): void;
}

/**
 * Watches the memory in use after each full collection; between collections the figure includes garbage and says nothing. V8 aborts a
 * process, with calls unanswered, after four slow collections that leave 80 % of its limit in use. This watch shuts the process down in
 * order instead, and therefore turns that check off (`Heap::CheckIneffectiveMarkCompact` of V8).
 */
export function watchHeap(): HeapWatch {
  setFlagsFromString('--no-detect-ineffective-gcs-near-heap-limit');
  const whole = getHeapStatistics().heap_size_limit;
  // V8 reserves less for the young generation on machines with little memory, and does not report the size.
  const limit = Math.max(whole - YOUNG_BYTES, whole / 2);
  const tellTight: (() => void)[] = [];
  const tellFull: (() => void)[] = [];
  let kept: number | null = null;
  let tight = false;
  let full = false;
  const look = () => {
    kept = getHeapStatistics().used_heap_size;
    const [wasTight, wasFull] = [tight, full];
    tight = kept >= limit * (wasTight ? ROOMY : TIGHT);
    full ||= kept >= limit * FULL;
    if (tight && !wasTight) for (const tell of tellTight) tell();
    if (full && !wasFull) for (const tell of tellFull) tell();
  };
  const observer = new PerformanceObserver((list) => {
    const kinds = list.getEntries().map((entry) => (entry as { detail?: { kind?: number } }).detail?.kind);
    if (kinds.includes(constants.NODE_PERFORMANCE_GC_MAJOR)) look();
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    isTight: () => tight,
    kept: () => kept ?? getHeapStatistics().used_heap_size,
    limit,
    onTight: (tell) => void tellTight.push(tell),
    onFull: (tell) => void tellFull.push(tell),
    close: () => observer.disconnect(),
  };
}
