import { CallError } from '../../../lib/problems.ts';
import { type Notes, playNotes, pulse } from '../../../school/sounds.ts';

export type Sound = 'served' | 'refused' | 'wrong' | 'unknown' | 'stopped' | 'unsure' | 'away';

/** One distinct sound for each outcome, audible in a dining hall: rising for served, low for refused, three notes for an allergen. */
const SOUNDS: Record<Sound, Notes> = {
  served: [
    [660, 0, 0.12],
    [990, 0.12, 0.2],
  ],
  refused: [
    [196, 0, 0.25],
    [165, 0.3, 0.4],
  ],
  wrong: [[147, 0, 0.5]],
  unknown: [
    [330, 0, 0.1],
    [262, 0.14, 0.1],
    [208, 0.28, 0.24],
  ],
  stopped: [
    [220, 0, 0.2],
    [220, 0.26, 0.2],
    [220, 0.52, 0.3],
  ],
  unsure: [
    [440, 0, 0.1],
    [440, 0.2, 0.1],
  ],
  away: [
    [294, 0, 0.15],
    [220, 0.2, 0.15],
    [147, 0.4, 0.3],
  ],
};

/** Plays the sound of an outcome, since the cook looks at the pot and not at the screen. */
export function sound(which: Sound): void {
  const notes = SOUNDS[which];
  pulse(notes);
  playNotes(
    notes,
    which === 'served' || which === 'unsure' ? { wave: 'sine', volume: 0.3 } : { wave: 'square', volume: 0.2 },
  );
}

/** Returns the sound of a refused portion; a missing answer has its own, since its outcome is unknown. */
export function soundOfRefusal(error: unknown): Sound {
  if (!(error instanceof CallError) || error.unsure) return 'unsure';
  switch (error.problem) {
    case 'fingerprint.no-match':
      // An unclear finger: the server's detail says what would help.
      return error.detail.why ? 'refused' : 'wrong';
    case 'pin.wrong':
      return 'wrong';
    case 'student.not-found':
      return 'unknown';
    case 'menu.allergen':
    case 'menu.blocked':
      return 'stopped';
    default:
      return 'refused';
  }
}
