/** Fair queue: jobs wait in a line for each person, and the lines take turns, so that a long one holds up no short one. */
export interface FairQueue<Job> {
  readonly length: number;
  /** Puts a job at the end of a person's line; the server's own work is null. */
  push(person: string | null, job: Job): void;
  /** Takes the next job, of a person who may have one; undefined where there is none. */
  shift(may?: (person: string | null) => boolean): Job | undefined;
  /** The job that comes next. */
  peek(): Job | undefined;
  /** Takes out the newest job of the longest line; of this person, where nobody's is longer. */
  dropNewest(person: string | null): Job | undefined;
  /** Takes a job out, wherever it waits. */
  remove(job: Job): void;
  /** Takes out all jobs. */
  clear(): Job[];
}

/** Opens a fair queue. */
export function openFairQueue<Job>(): FairQueue<Job> {
  // In the order of their turns.
  const lines = new Map<string | null, Job[]>();
  let length = 0;

  const lengthOf = (person: string | null) => lines.get(person)?.length ?? 0;
  function taken(person: string | null, job: Job | undefined): Job | undefined {
    if (job !== undefined) length--;
    if (lengthOf(person) === 0) lines.delete(person);
    return job;
  }

  return {
    get length() {
      return length;
    },
    push(person, job) {
      const line = lines.get(person);
      if (line) line.push(job);
      else lines.set(person, [job]);
      length++;
    },
    shift(may = () => true) {
      for (const [person, line] of lines) {
        if (!may(person)) continue;
        const job = line.shift();
        // Everybody else has a turn before the same person again.
        lines.delete(person);
        lines.set(person, line);
        return taken(person, job);
      }
      return undefined;
    },
    peek: () => lines.values().next().value?.[0],
    dropNewest(person) {
      let longest = person;
      for (const other of lines.keys()) if (lengthOf(other) > lengthOf(longest)) longest = other;
      return taken(longest, lines.get(longest)?.pop());
    },
    remove(job) {
      for (const [person, line] of lines) {
        const place = line.indexOf(job);
        if (place >= 0) return void taken(person, line.splice(place, 1)[0]);
      }
    },
    clear() {
      const all = [...lines.values()].flat();
      lines.clear();
      length = 0;
      return all;
    },
  };
}
