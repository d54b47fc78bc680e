import { decodeTemplate, encodeTemplate, type Template, TemplateError } from '../template/template.ts';
import { CLEAR, type Relief } from './relief.ts';

/** Pixels between the points of a sketch: too far apart for anybody to see the ridges in it. */
const STEP = 6;
const VERSION = 1;
const HEADER = 7;
const POINTS_PER_BYTE = 5;
/** The byte of points of which none is ridge or valley. */
const NONE_OF_THEM = 1 + 3 + 9 + 27 + 81;

/**
 * Sketch: what is kept of a picture that was used, to know a copy of it again: its template, and of a coarse grid of points
 * which are ridge and which are valley. Biometric data like a template: keep it encrypted.
 */
export interface Sketch extends Points {
  readonly template: Template;
}

/** Points of a grid that are ridge or valley. */
export interface Points {
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  /** 1 ridge, -1 valley. */
  readonly sign: Int8Array;
}

/** Packs the sketch of a picture: version, size, length of the template, template, and five points a byte. */
export function packSketch(template: Template, { width, height, level }: Relief): Uint8Array {
  const minutiae = encodeTemplate(template);
  const [columns, rows] = [pointsIn(width), pointsIn(height)];
  const at = HEADER + minutiae.length;
  const bytes = new Uint8Array(at + Math.ceil((columns * rows) / POINTS_PER_BYTE));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, VERSION);
  view.setUint16(1, width);
  view.setUint16(3, height);
  view.setUint16(5, minutiae.length);
  bytes.set(minutiae, HEADER);
  for (let k = 0; k < columns * rows; k++) {
    const place = at + Math.floor(k / POINTS_PER_BYTE);
    const found = level[placeOf(Math.floor(k / columns)) * width + placeOf(k % columns)]!;
    const value = Math.abs(found) < CLEAR ? 0 : Math.sign(found);
    bytes[place] = bytes[place]! + (value + 1) * 3 ** (k % POINTS_PER_BYTE);
  }
  return bytes;
}

/**
 * Reads what `packSketch` wrote. `room` has a place for so many points, and whatever it held before is gone: for whoever looks at one sketch after the
 * other. Throws TemplateError on anything else.
 */
export function unpackSketch(bytes: Uint8Array, room: (points: number) => Points = newPoints): Sketch {
  if (bytes.length < HEADER) throw new TemplateError('sketch too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint8(0) !== VERSION) throw new TemplateError('unknown sketch format');
  const columns = pointsIn(view.getUint16(1));
  const rows = pointsIn(view.getUint16(3));
  const at = HEADER + view.getUint16(5);
  if (bytes.length !== at + Math.ceil((columns * rows) / POINTS_PER_BYTE)) throw new TemplateError('sketch damaged');
  const template = decodeTemplate(bytes.subarray(HEADER, at));
  const { x, y, sign } = room(columns * rows);
  let points = 0;
  let [row, column] = [0, 0];
  for (let byte = at, left = columns * rows; left > 0; byte++, left -= POINTS_PER_BYTE) {
    const together = Math.min(left, POINTS_PER_BYTE);
    const signs = POINTS_PER_BYTE * bytes[byte]!;
    // Off the finger there are many of these.
    if (bytes[byte] === NONE_OF_THEM) column += together;
    else
      for (let k = signs; k < signs + together; k++, column++) {
        if (column === columns) [row, column] = [row + 1, 0];
        const value = SIGNS[k]!;
        if (value === 0) continue;
        x[points] = placeOf(column);
        y[points] = placeOf(row);
        sign[points++] = value;
      }
    for (; column > columns; column -= columns) row++;
  }
  return { template, x: x.subarray(0, points), y: y.subarray(0, points), sign: sign.subarray(0, points) };
}

function newPoints(points: number): Points {
  return { x: new Uint16Array(points), y: new Uint16Array(points), sign: new Int8Array(points) };
}

/** The points of each byte. */
const SIGNS = Int8Array.from(
  { length: 256 * POINTS_PER_BYTE },
  (_, k) => (Math.floor(Math.floor(k / POINTS_PER_BYTE) / 3 ** (k % POINTS_PER_BYTE)) % 3) - 1,
);

function pointsIn(side: number): number {
  return Math.floor(side / STEP);
}

function placeOf(point: number): number {
  return point * STEP + STEP / 2;
}
