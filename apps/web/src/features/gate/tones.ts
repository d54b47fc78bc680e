import { type Notes, playNotes, pulse } from '../../school/sounds.ts';
import type { Sound } from './sounds.ts';

/**
 * Melodies: rising for in, falling for out, low and twice for refused, three equal notes for kept, one long low note for a wrong proof,
 * falling and rising for an unclear one, two equal notes and a rise for a look.
 */
const NOTES: Record<Sound, Notes> = {
  in: [
    [660, 0, 0.12],
    [990, 0.12, 0.2],
  ],
  out: [
    [880, 0, 0.12],
    [587, 0.2, 0.2],
  ],
  kept: [
    [523, 0, 0.08],
    [523, 0.14, 0.08],
    [523, 0.28, 0.12],
  ],
  wrong: [[147, 0, 0.5]],
  unclear: [
    [392, 0, 0.1],
    [330, 0.16, 0.1],
    [392, 0.32, 0.16],
  ],
  unknown: [
    [330, 0, 0.1],
    [262, 0.14, 0.1],
    [208, 0.28, 0.24],
  ],
  undone: [
    [784, 0, 0.1],
    [523, 0.2, 0.1],
    [784, 0.4, 0.16],
  ],
  look: [
    [440, 0, 0.16],
    [440, 0.24, 0.16],
    [660, 0.48, 0.24],
  ],
  refused: [
    [196, 0, 0.18],
    [165, 0.24, 0.3],
  ],
};

const LOW = new Set<Sound>(['refused', 'wrong', 'unknown']);

/** Vibrates the device and, unless muted, plays the melody. */
export function sing(sound: Sound, muted: boolean): void {
  pulse(NOTES[sound]);
  if (muted) return;
  playNotes(NOTES[sound], LOW.has(sound) ? { wave: 'square', volume: 0.12 } : { wave: 'sine', volume: 0.3 });
}
