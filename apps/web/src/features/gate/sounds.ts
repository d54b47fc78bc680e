import { createStore } from '../../lib/store.ts';

export type Sound = 'in' | 'out' | 'refused' | 'kept';

const KEPT = 'gateMuted';
const muted = createStore(localStorage.getItem(KEPT) === 'true');

export const useMuted = muted.use;

export function setMuted(off: boolean): void {
  localStorage.setItem(KEPT, String(off));
  muted.set(off);
}

/** Frequency (Hz), start and length (s): up for in, down for out, low and twice for refused, thrice the same for kept. */
const NOTES: Record<Sound, readonly (readonly [pitch: number, start: number, length: number])[]> = {
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

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (muted.get() || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers let a page sound only after a press, and put it to sleep in the background.
  if (context.state === 'suspended') void context.resume();
  for (const [pitch, start, length] of NOTES[sound]) {
    const from = context.currentTime + start;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = sound === 'refused' ? 'square' : 'sine';
    tone.frequency.value = pitch;
    // A soft start and end, or every tone clicks.
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(sound === 'refused' ? 0.12 : 0.3, from + 0.02);
    volume.gain.linearRampToValueAtTime(0, from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
