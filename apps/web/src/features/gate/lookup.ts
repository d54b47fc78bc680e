import type { LookupStatus } from '../../school/student-lookup.ts';

export interface Student {
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
  readonly hasFingerprint: boolean;
  /** True if the PIN should be asked for first, as with the youngest students. */
  readonly pinFirst?: boolean;
}

/** Result of a lookup by number. A server that refuses counts as unreachable: the finger decides. */
export type Lookup =
  | { readonly status: Exclude<LookupStatus, 'found' | 'refused'> }
  | { readonly status: 'found'; readonly student: Student };

/** Cache lifetime: long enough for a queue at the gate, short enough that names do not accumulate in memory. */
const KEPT_MS = 60_000;
const MAX_KEPT = 200;

/** Answers the student, or null where no student has the number. Throws where the server cannot be asked. */
export type AskStudent = (admissionNumber: string, signal: AbortSignal) => Promise<Student | null>;

export interface Finder {
  /** Returns the cached student of a number, without a request. */
  remembered(admissionNumber: string): Student | undefined;
  find(admissionNumber: string, signal: AbortSignal): Promise<Lookup>;
}

/** Creates a finder that caches found students for a minute. */
export function createFinder(ask: AskStudent): Finder {
  const kept = new Map<string, { student: Student; at: number }>();
  function remembered(admissionNumber: string): Student | undefined {
    const found = kept.get(admissionNumber);
    if (found && Date.now() - found.at < KEPT_MS) return found.student;
    kept.delete(admissionNumber);
    return undefined;
  }
  return {
    remembered,
    async find(admissionNumber, signal) {
      const known = remembered(admissionNumber);
      if (known) return { status: 'found', student: known };
      try {
        const student = await ask(admissionNumber, signal);
        if (!student) return { status: 'missing' };
        const [oldest] = kept.keys();
        if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
        kept.set(admissionNumber, { student, at: Date.now() });
        return { status: 'found', student };
      } catch {
        // Any failure counts as unreachable: the guard goes on without the name.
        return { status: 'unreachable' };
      }
    },
  };
}
