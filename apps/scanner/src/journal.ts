/** Frame that passed: its kind, but never its content. */
export interface Entry {
  readonly at: string;
  readonly from: 'page' | 'scanner';
  readonly kind: string;
}

/** Journal of the traffic, for the tray page. */
export interface Journal {
  note(from: Entry['from'], kind: string): void;
  /** Returns the entries, newest first. */
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
