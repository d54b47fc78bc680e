import { type Notes, playNotes, pulse } from '../../../school/sounds.ts';
import { isDone, type Scan } from './scan.ts';

const REFUSED = [[196, 0, 0.45]] as const;
const WARNED = [
  [440, 0, 0.16],
  [440, 0.24, 0.16],
  [440, 0.48, 0.16],
] as const;
const RECORDED = [[880, 0, 0.14]] as const;

/** Each outcome by its own tones: recorded, recorded but to be looked at, and not recorded. */
export function soundOf(scan: Scan): void {
  if (!isDone(scan)) soundRefusal();
  else if (scan.warnings.length > 0) soundWarning();
  else sound(RECORDED, 'sine');
}

/** Somebody has to look at it now. */
export function soundWarning(): void {
  sound(WARNED, 'sine');
}

/** Nothing is recorded by this press. */
export function soundRefusal(): void {
  sound(REFUSED, 'square');
}

function sound(notes: Notes, wave: 'sine' | 'square'): void {
  pulse(notes);
  playNotes(notes, { wave, volume: 0.3 });
}
