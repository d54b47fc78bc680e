import type { Template } from '../template/template.ts';
import { describeFlow, setFlow } from './flow-code.ts';
import { LANES, NORM, WORDS, wordAt } from './layout.ts';
import { describeNeighbours, setMinutiae } from './neighbour-code.ts';

/**
 * Descriptors of the surroundings of each minutia of a template, relative to the minutia's own direction, so that they are invariant to
 * rotation and shift. Four minutiae are interleaved; the last group is padded with minutiae that match none.
 */
export interface Descriptors {
  readonly count: number;
  readonly words: Int32Array;
  /** View of the same bytes as floats, for the norms. */
  readonly floats: Float32Array;
}

/** Describes the surroundings of the first `most` minutiae of a template; by default of all. */
export function describe(t: Template, most = t.x.length): Descriptors {
  const count = Math.min(most, t.x.length);
  const words = new Int32Array(Math.ceil(count / LANES) * LANES * WORDS);
  const floats = new Float32Array(words.buffer);
  setFlow(t);
  setMinutiae(t);
  for (let i = 0; i < count; i++) {
    describeFlow(t, i, words);
    floats[wordAt(i, NORM)] = Math.sqrt(describeNeighbours(t, i, words));
  }
  return { count, words, floats };
}
