/** Fair queue: each person has a line of jobs, and the lines are served round robin, so that a long line does not delay a short one. */
export interface FairQueue<Job> {
  readonly length: number;
  /** Appends a job to a person's line; null is the server's own work. */
  push(person: string | null, job: Job): void;
  /** Removes and returns the next job of a person that `may` accepts; undefined when there is none. */
  shift(may?: (person: string | null) => boolean): Job | undefined;
  /** Returns the next job without removing it. */
  peek(): Job | undefined;
  /** Removes and returns the newest job of the longest line; this person's line wins a tie. */
  dropNewest(person: string | null): Job | undefined;
  /** Removes a job from its line. */
  remove(job: Job): void;
  /** Removes and returns all jobs. */
  clear(): Job[];
}

/** Opens a fair queue. */
export function openFairQueue<Job>(): FairQueue<Job> {
  // Map order is the order of turns.
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
        // Moves the line to the end: everybody else has a turn first.
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
