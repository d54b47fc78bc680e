import { inNameOf } from '../process/in-name-of.ts';

/** Outcome: what became of one of those who asked together. */
export type Outcome<Out> = { readonly answer: Out } | { readonly fault: unknown };

export interface BatchQueue<In, Out> {
  /** Key of those that wait in one line: those of one school, say. Lines know nothing of each other. */
  line(input: In): string;
  /**
   * Conflict keys: what no two of a batch may have in common; those who have it are answered in the order in which they
   * came.
   */
  conflictKeys?(input: In): readonly string[];
  /** Asks for all at once. An outcome for each, in their order; what it throws befalls all of them. */
  batch(inputs: readonly In[]): Promise<readonly Outcome<Out>[]>;
  /** Asks for one, where `together` has thrown: so that nobody pays for another's fault. */
  alone?(input: In): Promise<Out>;
  /** The most in one batch. */
  readonly most: number;
  /** The most that may wait in one line. */
  readonly longest: number;
  /** Full: what is thrown at who finds the line that long. */
  full(): Error;
}

/**
 * Lets those who ask at the same time ask together: while the batch of a line is on its way, what comes waits and makes
 * up the next one. No clock is involved, and who asks alone is asked for at once. Nothing is asked for before somebody
 * has asked, so an answer is never older than its question.
 */
export function coalesce<In, Out>(queue: BatchQueue<In, Out>): (input: In) => Promise<Out> {
  const lines = new Map<string, Waiting<In, Out>[]>();

  /** Empties a line batch by batch. The line is there as long as one is on its way. */
  async function serve(name: string, line: Waiting<In, Out>[]): Promise<void> {
    // Requests that have arrived already, but were not read yet, come along.
    await new Promise<void>(setImmediate);
    while (line.length > 0) await answer(takeBatch(line, queue));
    lines.delete(name);
  }

  async function answer(batch: readonly Waiting<In, Out>[]): Promise<void> {
    let outcomes: readonly Outcome<Out>[];
    try {
      outcomes = await queue.batch(batch.map(({ input }) => input));
      if (outcomes.length !== batch.length) throw new TypeError('Each of a batch must have its outcome.');
    } catch (fault) {
      const { alone } = queue;
      if (alone) await Promise.all(batch.map(({ input, resolve, reject }) => alone(input).then(resolve, reject)));
      else for (const { reject } of batch) reject(fault);
      return;
    }
    for (const [place, outcome] of outcomes.entries()) {
      if ('fault' in outcome) batch[place]?.reject(outcome.fault);
      else batch[place]?.resolve(outcome.answer);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      const name = queue.line(input);
      const line = lines.get(name);
      if (line && line.length >= queue.longest) return reject(queue.full());
      const one = { input, resolve, reject };
      if (line) {
        line.push(one);
      } else {
        const begun = [one];
        lines.set(name, begun);
        // A line is nobody’s: who began it asks for the others too.
        void inNameOf(null, () => serve(name, begun));
      }
    });
}

interface Waiting<In, Out> {
  readonly input: In;
  resolve(answer: Out): void;
  reject(fault: unknown): void;
}

/** Takes the next batch off the line. Who must wait for one before them holds up those who must wait for them. */
function takeBatch<In, Out>(line: Waiting<In, Out>[], { most, conflictKeys }: BatchQueue<In, Out>): Waiting<In, Out>[] {
  if (!conflictKeys) return line.splice(0, most);
  const batch: Waiting<In, Out>[] = [];
  const left: Waiting<In, Out>[] = [];
  const spoken = new Set<string>();
  for (const one of line) {
    const marks = conflictKeys(one.input);
    const free = batch.length < most && marks.every((mark) => !spoken.has(mark));
    for (const mark of marks) spoken.add(mark);
    (free ? batch : left).push(one);
  }
  line.splice(0, line.length, ...left);
  return batch;
}
