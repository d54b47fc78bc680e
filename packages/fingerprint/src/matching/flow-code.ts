import { MAP_CELL, mapCells, type Template } from '../template/template.ts';
import {
  CIRCULAR_CODE,
  DOUBLED_COS,
  DOUBLED_SIN,
  describeFlowPlainly,
  FLOW_POINTS,
  POINTS,
} from './flow-code-plain.ts';
import { FLOW, MASK, wordAt } from './layout.ts';

/** The code of each eighth of a turn: by the sign of the sine, that of the cosine, and the sine being the larger. */
const CODE_OF_EIGHTH = Uint8Array.from([0, 1, 3, 2, 7, 6, 4, 5], (eighth) => CIRCULAR_CODE[eighth]!);
/** Far more than the quick sums can be off. */
const DOUBTFUL = 1e-9;

/** The map of a template with a rim of cells off the finger: cosine and sine of twice the orientation in turns, both 0 off the finger. */
let map = new Float64Array(0);
let shown = new Uint8Array(0);

/** Takes the map of a template, for the calls of `describeFlow` that follow. */
export function setFlow(t: Template): void {
  const columns = mapCells(t.width);
  const rows = mapCells(t.height);
  const cells = (columns + 2) * (rows + 2);
  if (shown.length < cells) {
    map = new Float64Array(2 * cells);
    shown = new Uint8Array(cells);
  }
  map.fill(0, 0, 2 * cells);
  shown.fill(0, 0, cells);
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0, at = (row + 1) * (columns + 2) + 1; column < columns; column++, cell++, at++) {
      if (t.period[cell] === 0) continue;
      shown[at] = 1;
      map[2 * at] = DOUBLED_COS[t.orientation[cell]!]!;
      map[2 * at + 1] = DOUBLED_SIN[t.orientation[cell]!]!;
    }
  }
}

/**
 * The ridge flow round a minutia of the template whose map was taken. Tells the eighths of a turn by comparing sine and cosine,
 * and by the angle itself close to where they meet: the bits are those of `describeFlowPlainly`.
 */
export function describeFlow(t: Template, i: number, words: Int32Array): void {
  const direction = t.direction[i]!;
  const columns = mapCells(t.width);
  const rows = mapCells(t.height);
  const wide = columns + 2;
  const turnCos = DOUBLED_COS[(2 * direction) & 255]!;
  const turnSin = DOUBLED_SIN[(2 * direction) & 255]!;
  const [x0, y0] = [t.x[i]!, t.y[i]!];
  let mask = 0;
  let plane0 = 0;
  let plane1 = 0;
  let plane2 = 0;
  let plane3 = 0;
  for (let point = 0, at = 2 * direction * FLOW_POINTS; point < FLOW_POINTS; point++, at += 2) {
    const x = (x0 + POINTS[at]!) / MAP_CELL;
    const y = (y0 + POINTS[at + 1]!) / MAP_CELL;
    if (x < 0 || y < 0 || x >= columns || y >= rows || shown[((y | 0) + 1) * wide + (x | 0) + 1] === 0) continue;
    const left = (x + 0.5) | 0;
    const above = (y + 0.5) | 0;
    const p = x + 0.5 - left;
    const q = y + 0.5 - above;
    const cell = 2 * (above * wide + left);
    const below = cell + 2 * wide;
    const cos =
      (map[cell]! * (1 - p) + map[cell + 2]! * p) * (1 - q) + (map[below]! * (1 - p) + map[below + 2]! * p) * q;
    const sin =
      (map[cell + 1]! * (1 - p) + map[cell + 3]! * p) * (1 - q) + (map[below + 1]! * (1 - p) + map[below + 3]! * p) * q;
    const c = Math.abs(cos * turnCos + sin * turnSin);
    const s = Math.abs(sin * turnCos - cos * turnSin);
    if (c < DOUBTFUL || s < DOUBTFUL || Math.abs(c - s) < DOUBTFUL) return describeFlowPlainly(t, i, words);
    const code =
      CODE_OF_EIGHTH[
        (sin * turnCos < cos * turnSin ? 4 : 0) | (cos * turnCos + sin * turnSin < 0 ? 2 : 0) | (s > c ? 1 : 0)
      ]!;
    mask |= 1 << point;
    plane0 |= (code & 1) << point;
    plane1 |= ((code >> 1) & 1) << point;
    plane2 |= ((code >> 2) & 1) << point;
    plane3 |= (code >> 3) << point;
  }
  words[wordAt(i, MASK)] = mask;
  words[wordAt(i, FLOW)] = plane0;
  words[wordAt(i, FLOW + 1)] = plane1;
  words[wordAt(i, FLOW + 2)] = plane2;
  words[wordAt(i, FLOW + 3)] = plane3;
}
