import { decodeTemplate, encodeTemplate, type Template, TemplateError } from '../template/template.ts';
import { CLEAR, type Relief } from './relief.ts';

/** Distance in pixels between the points of a sketch: too coarse to reconstruct the ridges. */
const STEP = 6;
const VERSION = 1;
const HEADER = 7;
const POINTS_PER_BYTE = 5;
/** Byte value of five points none of which is ridge or valley. */
const NONE_OF_THEM = 1 + 3 + 9 + 27 + 81;

/**
 * Sketch: data stored for a used picture, by which a copy of the picture is recognised: its template, and a coarse grid of ridge and
 * valley points. Biometric data like a template: store it encrypted.
 */
export interface Sketch extends Points {
  readonly template: Template;
}

/** Grid points that are ridge or valley. */
export interface Points {
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  /** 1 for a ridge, -1 for a valley. */
  readonly sign: Int8Array;
}

/** Packs a sketch: version, size, length of the template, template, and five points per byte. */
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
 * Unpacks the output of `packSketch`. `room` returns a buffer for that many points, whose earlier content is lost; a caller that reads
 * one sketch after the other can reuse it. Throws TemplateError on anything else.
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
    // Fast path for empty bytes, which are frequent off the finger.
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

/** Signs of the five points for each byte value. */
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
