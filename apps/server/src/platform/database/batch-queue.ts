import { inNameOf } from '../process/in-name-of.ts';

/** Outcome of one input of a batch. */
export type Outcome<Out> = { readonly answer: Out } | { readonly fault: unknown };

export interface BatchQueue<In, Out> {
  /** Key of the line that an input waits in, such as its school. Lines are independent of each other. */
  line(input: In): string;
  /** Conflict keys of an input. No two inputs of a batch share one; inputs that share a key are answered in the order of arrival. */
  conflictKeys?(input: In): readonly string[];
  /** Processes a whole batch. Returns an outcome for each input, in the same order; a thrown error fails all of them. */
  batch(inputs: readonly In[]): Promise<readonly Outcome<Out>[]>;
  /** Processes one input after `batch` has thrown, so that no input fails because of another. */
  alone?(input: In): Promise<Out>;
  /** Maximum size of a batch. */
  readonly most: number;
  /** Maximum number of inputs that may wait in one line. */
  readonly longest: number;
  /** Returns the error for an input that finds its line at that limit. */
  full(): Error;
}

/**
 * Coalesces concurrent inputs into batches: while a batch of a line is being processed, new inputs wait and form the next one. No timer
 * is involved, and an input that arrives alone is processed at once. A batch never starts before its inputs have arrived, so no answer
 * is older than its question.
 */
export function coalesce<In, Out>(queue: BatchQueue<In, Out>): (input: In) => Promise<Out> {
  const lines = new Map<string, Waiting<In, Out>[]>();

  /** Processes a line batch by batch. The line exists as long as one of its batches is in progress. */
  async function serve(name: string, line: Waiting<In, Out>[]): Promise<void> {
    // Yields once, so that requests which have arrived but were not read yet join the first batch.
    await new Promise<void>(setImmediate);
    while (line.length > 0) await answer(takeBatch(line, queue));
    lines.delete(name);
  }

  async function answer(batch: readonly Waiting<In, Out>[]): Promise<void> {
    let outcomes: readonly Outcome<Out>[];
    try {
      outcomes = await queue.batch(batch.map(({ input }) => input));
      if (outcomes.length !== batch.length)
        throw new TypeError('The batch returned fewer or more outcomes than it has calls.');
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
        // A line belongs to no user: the caller that starts it also processes the inputs of others.
        void inNameOf(null, () => serve(name, begun));
      }
    });
}

interface Waiting<In, Out> {
  readonly input: In;
  resolve(answer: Out): void;
  reject(fault: unknown): void;
}

/**
 * Takes the next batch off the line. An input that has to wait also reserves its keys, so that later inputs with the same keys wait
 * behind it.
 */
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
