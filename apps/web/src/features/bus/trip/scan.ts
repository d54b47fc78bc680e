import type { BusWarning } from '@mfuko/contract/bus';
import type { RideProof } from './ride-proof.ts';

export type RideKind = 'on' | 'off';

/** Scan: what was made of the last child at the door. */
export interface Scan {
  readonly kind: RideKind;
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
  /** Kept: it lies on the device. Clash: it does not fit the last record, and a person may give a reason. */
  readonly outcome: 'recorded' | 'kept' | 'clash' | 'refused' | 'aboard-already';
  readonly warnings: readonly BusWarning[];
  readonly otherBus: string | null;
  /** The PIN was not the student's: nothing was recorded, and another try is theirs. */
  readonly isPinWrong?: boolean;
  /** The server's own words for what it refused. */
  readonly why: string | null;
  readonly proof: RideProof;
}

/** True of a ride that was recorded: there is nothing more to be done for it. */
export function isDone({ outcome }: Scan): boolean {
  return outcome === 'recorded' || outcome === 'kept';
}

/** True of a ride that was recorded and that nobody has to look at. */
export function isQuiet(scan: Scan): boolean {
  return isDone(scan) && scan.warnings.length === 0;
}
