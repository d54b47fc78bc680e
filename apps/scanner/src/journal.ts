/** One frame that passed: its kind and never what is in it. */
export interface Entry {
  readonly at: string;
  readonly from: 'page' | 'scanner';
  readonly kind: string;
}

/** Journal: what the tray shows of the traffic. */
export interface Journal {
  note(from: Entry['from'], kind: string): void;
  /** Newest first. */
  latest(): readonly Entry[];
}

const KEPT = 24;

export function createJournal(changed: () => void): Journal {
  const entries: Entry[] = [];
  return {
    note(from, kind) {
      entries.unshift({ at: new Date().toISOString(), from, kind });
      entries.length = Math.min(entries.length, KEPT);
      changed();
    },
    latest: () => entries,
  };
}
