/** Turn of a child in the queue: its length, delay and dryness vary, and the next child may follow at once. */
export interface Turn {
  /**
   * Delay in milliseconds after the finger before, or from now; omitted, the finger is put on in the moment in which that one is lifted.
   */
  readonly late?: number;
  /** Milliseconds for which the finger stays. */
  readonly stays: number;
  readonly dry?: boolean;
}

/** Children who put their fingers on the reader one after the other. */
export interface FingerQueue {
  add(id: string, how: Turn): void;
  /** Sends everybody away; the finger on the glass stays. */
  clear(): void;
  /** True from the first child's turn until the last one has lifted the finger. */
  isUnderWay(): boolean;
  /** True where the finger of the present turn is dry. */
  isDry(): boolean;
}

/** Creates an empty queue. `lay` puts a finger on the glass, or lifts the one that is there (null). */
export function createFingerQueue(lay: (id: string | null) => void): FingerQueue {
  const line: { readonly id: string; readonly how: Turn }[] = [];
  let step: NodeJS.Timeout | undefined;
  /** Time at which the next step is due, or the last one was. */
  let due = 0;
  let dry = false;

  function next(): void {
    const [first] = line;
    if (first === undefined) {
      step = undefined;
      return;
    }
    if (first.how.late === undefined) takeTurn(first);
    else step = schedule(first.how.late, () => takeTurn(first));
  }
  /** Schedules relative to the time when the step before was due, so that delays of a busy machine do not add up. */
  function schedule(ms: number, work: () => void): NodeJS.Timeout {
    due += ms;
    return setTimeout(work, Math.max(0, due - Date.now()));
  }
  function takeTurn({ id, how }: (typeof line)[number]): void {
    dry = how.dry ?? false;
    // Scheduled before the finger is put on, because drawing its picture takes time, which must not prolong the turn.
    step = schedule(how.stays, () => {
      line.shift();
      // A child without a delay puts the finger on in the moment in which the other one is lifted.
      if (line[0] === undefined || line[0].how.late !== undefined) lay(null);
      next();
    });
    lay(id);
  }

  return {
    add(id, how) {
      line.push({ id, how });
      if (step !== undefined) return;
      due = Date.now();
      next();
    },
    clear() {
      clearTimeout(step);
      step = undefined;
      line.length = 0;
      dry = false;
    },
    isUnderWay: () => step !== undefined,
    isDry: () => dry,
  };
}
