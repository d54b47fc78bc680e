/** Pitch (Hz), start and length (s): up for served, low and twice for refused, to be heard over a dining hall. */
const NOTES = {
  served: [
    [660, 0, 0.12],
    [990, 0.12, 0.2],
  ],
  refused: [
    [196, 0, 0.25],
    [165, 0.3, 0.4],
  ],
} as const;

let context: AudioContext | null = null;

/** The cook looks at the pot and not at the screen: what came of a portion is heard. */
export function sound(which: keyof typeof NOTES): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers let a page sound only after a press, and put it to sleep in the background.
  if (context.state === 'suspended') void context.resume();
  for (const [pitch, start, length] of NOTES[which]) {
    const from = context.currentTime + start;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = which === 'refused' ? 'square' : 'sine';
    tone.frequency.value = pitch;
    // A soft start and end, or every tone clicks.
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(which === 'refused' ? 0.2 : 0.3, from + 0.02);
    volume.gain.linearRampToValueAtTime(0, from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
