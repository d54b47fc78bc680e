/** Frequency (Hz), start and length (s) of each tone. */
export type Notes = readonly (readonly [pitch: number, start: number, length: number])[];

export interface Voice {
  readonly wave: 'sine' | 'square';
  /** Loudness, 0 to 1. */
  readonly volume: number;
}

/** Vibrates in the rhythm of the tones, for a device in a pocket or a loud hall. Does nothing on a device without vibration. */
export function pulse(notes: Notes): void {
  // Browsers log an error where a page vibrates before any user activation.
  if (!navigator.userActivation?.hasBeenActive) return;
  const rests = notes.map(([, start, length], place) => (notes[place + 1]?.[1] ?? 0) - start - length);
  navigator.vibrate?.(notes.flatMap(([, , length], place) => [length * 1000, Math.max(0, (rests[place] ?? 0) * 1000)]));
}

let context: AudioContext | null = null;

/** Plays the tones, for a user who watches the students instead of the screen. Does nothing where the browser has no audio. */
export function playNotes(notes: Notes, { wave, volume }: Voice): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers allow sound only after user activation, and suspend it in the background.
  if (context.state === 'suspended') void context.resume();
  for (const [pitch, start, length] of notes) {
    const from = context.currentTime + start;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.type = wave;
    tone.frequency.value = pitch;
    // Fades in and out, because abrupt tones click.
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(volume, from + 0.02);
    loudness.gain.linearRampToValueAtTime(0, from + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
