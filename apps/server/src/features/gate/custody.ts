import type { Tx } from '../../platform/database/database.ts';

/** Custody step: what gate or bus has just recorded of a child, whose gate state is locked. */
export interface CustodyStep {
  readonly studentId: string;
  readonly eventId: string;
  readonly kind: 'in' | 'out' | 'on' | 'off';
  readonly recordedBy: string;
  /** Of a ride. */
  readonly plate?: string;
  /** When it happened, where a device tells of it later; null: now. */
  readonly at: Date | null;
}

export interface Custody {
  /** Notes what another desk's word makes impossible, for a person to settle, and tells the kind of the exception; stops nobody. */
  readonly noteStep: (tx: Tx, step: CustodyStep) => Promise<string | null>;
}
