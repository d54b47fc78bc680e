import type { GreyImage } from '@mfuko/fingerprint/image';
import type { Finger } from '@mfuko/fingerprint/synthetic/finger';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';

/** Fingers in the tray. */
export interface Fingers {
  list(): readonly { readonly id: string; readonly name: string }[];
  has(id: string): boolean;
  /** Returns a picture as a reader would take it. `press` is the number of captures since the start: each gives different pixels. */
  press(id: string, press: number, dirty: boolean): Promise<GreyImage>;
  /** Returns the finger's picture for the tray page; always the same, and never one that `press` returns. */
  portrait(id: string): Promise<GreyImage>;
}

const SHOWN = 200;
const MAX_FINGER_ID = 99_999;
const KEPT = 24;

/** Creates synthetic fingers: finger N is `makeFinger(N)`, so that a demo which enrols student N with finger N knows whose finger it is. */
export function syntheticFingers(seed: number): Fingers {
  // Generating a finger takes 0.1 s and a megabyte, so the last few are cached.
  const grown = new Map<string, Finger>();
  function get(id: string): Finger {
    const finger = grown.get(id) ?? makeFinger(Number(id));
    grown.delete(id);
    grown.set(id, finger);
    const [oldest] = grown.keys();
    if (grown.size > KEPT && oldest !== undefined) grown.delete(oldest);
    return finger;
  }
  return {
    list: () => Array.from({ length: SHOWN }, (_, i) => ({ id: String(i + 1), name: `Finger ${i + 1}` })),
    has: (id) => /^[1-9]\d{0,4}$/.test(id) && Number(id) <= MAX_FINGER_ID,
    press: async (id, press, dirty) =>
      impress(get(id), { seed: seed + press, ...(dirty ? { noise: 1, pressure: 0.15, missing: 0.55 } : {}) }),
    portrait: async (id) =>
      impress(get(id), { seed: -1, shiftX: 0, shiftY: 0, rotation: 0, pressure: 0.55, noise: 0.1 }),
  };
}
