import type { Handed } from './handed.ts';
import type { Sound } from './sounds.ts';

/**
 * Outcome of one student's portion. `unsure`: the outcome is unknown, and the same press sends the same request again. `takenBack`: a
 * mistake of the cook that was reversed.
 */
export interface Outcome {
  readonly key: number;
  readonly tone: 'served' | 'refused' | 'unsure' | 'takenBack';
  /** Look on the banner, by the name of the outcome's sound. */
  readonly look: Sound;
  readonly admissionNumber: string;
  readonly names: string;
  /** Text of the refusal; empty where a portion was handed out. */
  readonly why: string;
  readonly meal: Handed | null;
}

/** Lost press: a student whose request met the end of the session; `asked` where this desk still asks for the outcome. */
export interface Lost extends Pick<Outcome, 'admissionNumber' | 'names'> {
  readonly asked: boolean;
}
