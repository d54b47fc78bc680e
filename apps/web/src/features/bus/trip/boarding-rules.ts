import { isPin } from '../../../school/check-pin.ts';

/** Proof required at the door; `attested` is the attendant's word. */
export type ProofBy = 'attested' | 'fingerprint' | 'pin';

/**
 * Missing part of a press; `doubt`: the digits typed as a PIN may be the next child's number; `answer`: a question about the last child is
 * open; `turn`: the ride before is still being recorded.
 */
export type Needed = 'number' | 'pin' | 'doubt' | 'answer' | 'turn';

/** Child who is being entered, and what may have to come first. */
export interface Boarding {
  readonly number: string;
  readonly proofBy: ProofBy;
  readonly pin: string;
  /** True while the ride before is being recorded. */
  readonly busy: boolean;
  /** True while a question about the last child is open. */
  readonly isAsked: boolean;
}

/**
 * Returns the missing part of a press. A finger needs neither a PIN nor a turn, since it is sent as soon as possible. `mayGo` holds a PIN
 * back once, so it is called only where nothing else is missing.
 */
export function missingOf({ number, proofBy, pin, busy, isAsked }: Boarding, mayGo: () => boolean): Needed | null {
  if (isAsked) return 'answer';
  if (number === '') return 'number';
  if (proofBy === 'fingerprint') return null;
  if (proofBy === 'pin' && !isPin(pin)) return 'pin';
  if (busy) return 'turn';
  return proofBy !== 'pin' || mayGo() ? null : 'doubt';
}
