import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of V8's limit that are for what is young, of which a full collection keeps next to nothing: three spaces of 64 MB. */
const YOUNG_BYTES = 192 * 1024 * 1024;
/** Share of its limit that the heap may keep through a full collection. */
const TIGHT = 0.8;
/** Room is there again below this share: at the edge of one the server would change its mind with each collection. */
const ROOMY = 0.7;
/** From this share on the process ends before long, in the midst of whatever is under way. */
const FULL = 0.9;

export interface HeapWatch {
  /** True from a full collection that freed too little, until one that freed enough. */
  isTight(): boolean;
  /** Bytes that the last full collection could not free, or all that are in use before the first one. */
  kept(): number;
  /** Bytes of what is kept at which the process ends. */
  readonly limit: number;
  /** Calls `tell` each time that the heap becomes tight. */
  onTight(tell: () => void): void;
  /** Calls `tell` once there is no more time than for an end in order. */
  onFull(tell: () => void): void;
  close(): void;
}

/**
 * Watches what each full collection leaves of this process: what is in use between two of them is garbage too, and says nothing.
 * V8 itself ends a process, with calls unanswered, after four collections that took long and left 80 % of its limit. This watch ends it
 * in order instead, and so turns that off (`Heap::CheckIneffectiveMarkCompact` of V8).
 */
export function watchHeap(): HeapWatch {
  setFlagsFromString('--no-detect-ineffective-gcs-near-heap-limit');
  const whole = getHeapStatistics().heap_size_limit;
  // V8 plans less for the young on a machine with little memory, and does not say how much.
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
