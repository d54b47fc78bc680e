import { type Notes, playNotes, pulse } from '../../../school/sounds.ts';
import { isDone, type Scan } from './scan.ts';

const REFUSED = [[196, 0, 0.45]] as const;
const WARNED = [
  [440, 0, 0.16],
  [440, 0.24, 0.16],
  [440, 0.48, 0.16],
] as const;
const RECORDED = [[880, 0, 0.14]] as const;

/** Plays the tones of an outcome: recorded, recorded with a warning, or not recorded. */
export function soundOf(scan: Scan): void {
  if (!isDone(scan)) soundRefusal();
  else if (scan.warnings.length > 0) soundWarning();
  else sound(RECORDED, 'sine');
}

/** Plays the tones of a warning that needs a look at once. */
export function soundWarning(): void {
  sound(WARNED, 'sine');
}

/** Plays the tones of a press that records nothing. */
export function soundRefusal(): void {
  sound(REFUSED, 'square');
}

function sound(notes: Notes, wave: 'sine' | 'square'): void {
  pulse(notes);
  playNotes(notes, { wave, volume: 0.3 });
}
