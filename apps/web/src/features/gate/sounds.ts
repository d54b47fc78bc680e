import { createStore } from '../../lib/store.ts';
import { type Notes, playNotes } from '../../school/sounds.ts';

export type Sound = 'in' | 'out' | 'refused' | 'kept';

const KEPT = 'gateMuted';
const muted = createStore(localStorage.getItem(KEPT) === 'true');

export const useMuted = muted.use;

export function setMuted(off: boolean): void {
  localStorage.setItem(KEPT, String(off));
  muted.set(off);
}

/** Up for in, down for out, low and twice for refused, thrice the same for kept. */
const NOTES: Record<Sound, Notes> = {
  in: [
    [660, 0, 0.12],
    [990, 0.12, 0.2],
  ],
  out: [
    [880, 0, 0.12],
    [587, 0.12, 0.2],
  ],
  kept: [
    [523, 0, 0.08],
    [523, 0.14, 0.08],
    [523, 0.28, 0.12],
  ],
  refused: [
    [196, 0, 0.18],
    [165, 0.24, 0.3],
  ],
};

export function play(sound: Sound): void {
  if (muted.get()) return;
  playNotes(NOTES[sound], sound === 'refused' ? { wave: 'square', volume: 0.12 } : { wave: 'sine', volume: 0.3 });
}
