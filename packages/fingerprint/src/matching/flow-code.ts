import { loadKernel } from '../kernels/load.ts';
import { mapCells, type Template } from '../template/template.ts';
import {
  CIRCULAR_CODE,
  DOUBLED_COS,
  DOUBLED_SIN,
  describeFlowPlainly,
  FLOW_POINTS,
  POINTS,
} from './flow-code-plain.ts';
import { DESCRIBE_FLOW, FLOW_MEMORY } from './flow-kernel.ts';
import { FLOW, FLOW_WORDS, MASK, wordAt } from './layout.ts';

/** Code of each eighth of a turn, indexed by the sign of the sine, the sign of the cosine, and a bit for the larger sine. */
const CODE_OF_EIGHTH = Uint8Array.from([0, 1, 3, 2, 7, 6, 4, 5], (eighth) => CIRCULAR_CODE[eighth]!);

const kernel = loadKernel([DESCRIBE_FLOW]);
const describeByKernel = kernel?.routine('describeFlow');
let memory = kernel?.memory(FLOW_MEMORY.map) ?? new ArrayBuffer(FLOW_MEMORY.map);
new Float64Array(memory, FLOW_MEMORY.points, 2 * 256 * FLOW_POINTS).set(POINTS);
new Int32Array(memory, FLOW_MEMORY.codes, 8 * FLOW_WORDS).set(
  Array.from(CODE_OF_EIGHTH, (code) => Array.from({ length: FLOW_WORDS }, (_, bit) => (code >> bit) & 1)).flat(),
);
let told = new Float64Array(memory, 0, 6);
let answers = new Int32Array(memory, FLOW_MEMORY.planes, 6);

/** Loaded map: cells per row, and the address of the flags of shown cells. */
const taken = { wide: 0, shownAt: 0 };

/** Loads the map of a template, with a border of cells off the finger, for the following calls of `describeFlow`. */
export function setFlow({ width, height, period, orientation }: Template): void {
  if (kernel === null) return;
  const columns = mapCells(width);
  const rows = mapCells(height);
  const wide = columns + 2;
  const cells = wide * (rows + 2);
  const shownAt = FLOW_MEMORY.map + 16 * cells;
  const grown = kernel.memory(shownAt + cells);
  if (grown !== memory) {
    memory = grown;
    told = new Float64Array(memory, 0, 6);
    answers = new Int32Array(memory, FLOW_MEMORY.planes, 6);
  }
  const map = new Float64Array(memory, FLOW_MEMORY.map, 2 * cells).fill(0);
  const shown = new Uint8Array(memory, shownAt, cells).fill(0);
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0, at = (row + 1) * wide + 1; column < columns; column++, cell++, at++) {
      if (period[cell] === 0) continue;
      shown[at] = 1;
      map[2 * at] = DOUBLED_COS[orientation[cell]!]!;
      map[2 * at + 1] = DOUBLED_SIN[orientation[cell]!]!;
    }
  }
  new Int32Array(memory, FLOW_MEMORY.limits, 4).set([columns, rows, -1, -1]);
  taken.wide = wide;
  taken.shownAt = shownAt;
}

/**
 * Describes the ridge flow around a minutia of the template loaded by `setFlow`. Determines the eighth of a turn by comparing sine and
 * cosine, and by the exact angle near the boundaries, so that the bits equal those of `describeFlowPlainly`.
 */
export function describeFlow(t: Template, i: number, words: Int32Array): void {
  if (describeByKernel === undefined) return describeFlowPlainly(t, i, words);
  const direction = t.direction[i]!;
  told[FLOW_MEMORY.place / 8] = t.x[i]!;
  told[FLOW_MEMORY.place / 8 + 1] = t.y[i]!;
  const cos = DOUBLED_COS[(2 * direction) & 255]!;
  const sin = DOUBLED_SIN[(2 * direction) & 255]!;
  told[FLOW_MEMORY.cos / 8] = cos;
  told[FLOW_MEMORY.cos / 8 + 1] = cos;
  told[FLOW_MEMORY.sines / 8] = sin;
  told[FLOW_MEMORY.sines / 8 + 1] = -sin;
  describeByKernel(direction, taken.wide, taken.shownAt);
  if (answers[FLOW_WORDS + 1] !== 0) return describeFlowPlainly(t, i, words);
  for (let plane = 0; plane < FLOW_WORDS; plane++) words[wordAt(i, FLOW + plane)] = answers[plane]!;
  words[wordAt(i, MASK)] = answers[FLOW_WORDS]!;
}
