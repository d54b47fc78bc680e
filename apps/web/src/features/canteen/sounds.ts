import { type Notes, playNotes } from '../../school/sounds.ts';

/** Up for served; low and twice for refused, to be heard over a dining hall. */
const SERVED: Notes = [
  [660, 0, 0.12],
  [990, 0.12, 0.2],
];
const REFUSED: Notes = [
  [196, 0, 0.25],
  [165, 0.3, 0.4],
];

/** The cook looks at the pot and not at the screen: what came of a portion is heard. */
export function sound(which: 'served' | 'refused'): void {
  if (which === 'served') playNotes(SERVED, { wave: 'sine', volume: 0.3 });
  else playNotes(REFUSED, { wave: 'square', volume: 0.2 });
}
