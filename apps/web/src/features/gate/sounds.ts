import { createStore } from '../../lib/store.ts';
import type { Told } from './lane.ts';
import type { Line } from './queue.ts';

/** `look`: recorded or about to be, and the guard has to look at the child once more; `unclear`: nobody can tell yet whose finger it was. */
export type Sound = 'in' | 'out' | 'refused' | 'kept' | 'wrong' | 'unclear' | 'unknown' | 'undone' | 'look';

/** A finger or PIN of somebody else, or of nobody. */
const WRONG = new Set<string | null | undefined>(['fingerprint.no-match', 'fingerprint.ambiguous', 'pin.wrong']);

/** Each outcome has a sound of its own: a guard looks at the children, not at the screen. */
export function soundOf({ state, kind, refusal, event }: Pick<Line, 'state' | 'kind' | 'refusal' | 'event'>): Sound {
  if (state === 'recorded') return event?.warnings?.length || (kind === 'in' && event?.exeat?.late) ? 'look' : kind;
  if (state === 'kept' || state === 'undone') return state;
  if (state === 'stopping' || state === 'stopped') return state === 'stopping' ? 'look' : 'undone';
  return soundOfRefusal(refusal);
}

/** Of a finger that was not clear nobody can tell yet whose it is: the server says why. */
export function soundOfRefusal(refusal: Line['refusal']): 'refused' | 'wrong' | 'unclear' | 'unknown' {
  if (refusal?.problem === 'student.not-found') return 'unknown';
  if (!WRONG.has(refusal?.problem)) return 'refused';
  return refusal?.detail.why ? 'unclear' : 'wrong';
}

const TOLD: Partial<Record<Told['kind'], Sound>> = {
  stands: 'refused',
  untaken: 'refused',
  unknown: 'unknown',
};

/** Sound of what the band says; a finger that could not be asked about sounds as the band looks, by the same table. */
export function soundOfTold(told: Told): Sound | undefined {
  return told.kind === 'nobody' ? soundOfRefusal(told.refusal) : TOLD[told.kind];
}

/** Sounds for what the band says of no student's passage; what is missing is asked for in silence. */
export function playFor(told: Told): void {
  const sound = soundOfTold(told);
  if (sound) play(sound);
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
