export interface Pupil {
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
  readonly hasFingerprint: boolean;
}

/** Who has the number that is typed: nobody asked yet, being asked, known, nobody, or nobody could be asked. */
export type Lookup =
  | { readonly status: 'none' | 'looking' | 'missing' | 'unreachable' }
  | { readonly status: 'found'; readonly pupil: Pupil };

/** Long enough for a queue at the gate, short enough that names do not gather in memory. */
const KEPT_MS = 60_000;
const MOST_KEPT = 200;

/** Answers the pupil, or null where no student has the number. Throws where the server cannot be asked. */
export type AskPupil = (admissionNumber: string, signal: AbortSignal) => Promise<Pupil | null>;

export interface Finder {
  /** What is remembered of a number, without asking. */
  remembered(admissionNumber: string): Pupil | undefined;
  find(admissionNumber: string, signal: AbortSignal): Promise<Lookup>;
}

/** Looks pupils up and remembers those who were found for a minute. */
export function createFinder(ask: AskPupil): Finder {
  const kept = new Map<string, { pupil: Pupil; at: number }>();
  function remembered(admissionNumber: string): Pupil | undefined {
    const found = kept.get(admissionNumber);
    if (found && Date.now() - found.at < KEPT_MS) return found.pupil;
    kept.delete(admissionNumber);
    return undefined;
  }
  return {
    remembered,
    async find(admissionNumber, signal) {
      const known = remembered(admissionNumber);
      if (known) return { status: 'found', pupil: known };
      try {
        const pupil = await ask(admissionNumber, signal);
        if (!pupil) return { status: 'missing' };
        const [oldest] = kept.keys();
        if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
        kept.set(admissionNumber, { pupil, at: Date.now() });
        return { status: 'found', pupil };
      } catch {
        return { status: 'unreachable' };
      }
    },
  };
}
