import { createStore } from '../../lib/store.ts';
import type { Told } from './lane/entry.ts';
import type { Line } from './queue/line.ts';

/** `look`: recorded or about to be, but the guard has to look at the child again; `unclear`: the finger's owner is not known yet. */
export type Sound = 'in' | 'out' | 'refused' | 'kept' | 'wrong' | 'unclear' | 'unknown' | 'undone' | 'look';

/** Refusals of a finger or PIN of somebody else, or of nobody. */
const WRONG = new Set<string | null | undefined>(['fingerprint.no-match', 'fingerprint.ambiguous', 'pin.wrong']);

/** Returns the sound of an outcome. Each outcome has its own sound, since a guard looks at the children and not at the screen. */
export function soundOf({ state, kind, refusal, event }: Pick<Line, 'state' | 'kind' | 'refusal' | 'event'>): Sound {
  if (state === 'recorded') return event?.warnings?.length || (kind === 'in' && event?.exeat?.late) ? 'look' : kind;
  if (state === 'kept' || state === 'undone') return state;
  if (state === 'stopping' || state === 'stopped') return state === 'stopping' ? 'look' : 'undone';
  return soundOfRefusal(refusal);
}

/** Returns the sound of a refusal. An unclear finger has its own sound: the server's detail says why its owner is not known. */
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

/** Returns the sound of a message; a finger that the server could not check sounds as the banner looks. */
export function soundOfTold(told: Told): Sound | undefined {
  return told.kind === 'nobody' ? soundOfRefusal(told.refusal) : TOLD[told.kind];
}

/** Plays the sound of a message that concerns no recorded passage; a missing part is asked for without a sound. */
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

/** Lazy chunk, fetched after the gate has rendered. */
export const tones = () => import('./tones.ts');

export function play(sound: Sound): void {
  tones().then(
    ({ sing }) => sing(sound, muted.get()),
    // Offline and never fetched: the banner still shows the message.
    () => undefined,
  );
}
