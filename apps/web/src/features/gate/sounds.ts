import { createStore } from '../../lib/store.ts';
import type { Line } from './queue.ts';

export type Sound = 'in' | 'out' | 'refused' | 'kept' | 'wrong' | 'unknown' | 'undone';

/** A finger or PIN of somebody else, or of nobody. */
const WRONG = new Set<string | null | undefined>(['fingerprint.no-match', 'fingerprint.ambiguous', 'pin.wrong']);

/** Each outcome has a sound of its own: a guard looks at the children, not at the screen. */
export function soundOf({ state, kind, refusal }: Pick<Line, 'state' | 'kind' | 'refusal'>): Sound {
  if (state === 'recorded') return kind;
  if (state === 'kept' || state === 'undone') return state;
  if (refusal?.problem === 'student.not-found') return 'unknown';
  return WRONG.has(refusal?.problem) ? 'wrong' : 'refused';
}

const KEPT = 'gateMuted';
const muted = createStore(localStorage.getItem(KEPT) === 'true');

export const useMuted = muted.use;

export function setMuted(off: boolean): void {
  localStorage.setItem(KEPT, String(off));
  muted.set(off);
}

/** Fetched once the gate stands. */
export const tones = () => import('./tones.ts');

export function play(sound: Sound): void {
  tones().then(
    ({ sing }) => sing(sound, muted.get()),
    // Without a network, and never fetched: the band says it all the same.
    () => undefined,
  );
}
