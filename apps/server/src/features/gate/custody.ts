import type { Tx } from '../../platform/database/database.ts';

/** Custody step: an event that gate or bus has just recorded of a child. The caller holds the lock on the child's gate state. */
export interface CustodyStep {
  readonly studentId: string;
  readonly eventId: string;
  readonly kind: 'in' | 'out' | 'on' | 'off';
  readonly recordedBy: string;
  /** Number plate of the bus; set for rides only. */
  readonly plate?: string;
  /** Time of the event, for an event that a device recorded offline; null means now. */
  readonly at: Date | null;
}

export interface Custody {
  /** Adds an exception where the step contradicts what another desk has recorded, and returns the kind of the exception. Never refuses. */
  readonly noteStep: (tx: Tx, step: CustodyStep) => Promise<string | null>;
}
