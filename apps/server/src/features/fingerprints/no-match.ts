import type { Advice } from '@mfuko/fingerprint/extraction/advice';
import { Refusal } from '../../platform/http/refusal.ts';

const UNCLEAR: Readonly<Record<Advice, string>> = {
  flatter: 'Press the finger flatter: only a part of it was seen.',
  wipe: 'Wipe the finger and the glass: the print was too faint.',
  dry: 'The finger is too dry: breathe on it, then press a little harder.',
  wet: 'The finger is too wet: dry it and the glass, then press lightly.',
  middle: 'Move the finger to the middle of the glass: only its edge was seen.',
};

/** Refuses a finger that does not match. The answer never contains the score; for an unclear picture it advises on the next one. */
export function noMatch(advice: Advice | null = null, afterRollback?: Refusal['afterRollback']): Refusal {
  return new Refusal('fingerprint.no-match', advice ? UNCLEAR[advice] : 'The fingerprint does not match.', {
    ...(advice ? { detail: { why: advice } } : {}),
    ...(afterRollback ? { afterRollback } : {}),
  });
}
