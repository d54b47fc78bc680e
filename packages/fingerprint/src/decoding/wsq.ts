import { byteAt, ImageError, slice, u16 } from './pixels.ts';
import { type Area, bandsOf } from './wsq-bands.ts';
import {
  damaged,
  type Frame,
  readFilters,
  readFrame,
  readResolution,
  readSteps,
  readTables,
  type Steps,
} from './wsq-headers.ts';
import { type CodeTable, readBlock } from './wsq-huffman.ts';
import { type Filters, join } from './wsq-wavelet.ts';

const START = 0xffa0;
const END = 0xffa1;
const FRAME = 0xffa2;
const BLOCK = 0xffa3;
const FILTERS = 0xffa4;
const STEPS = 0xffa5;
const CODES = 0xffa6;
const RESTARTS = 0xffa7;
const COMMENT = 0xffa8;

export function isWsq(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xa0 && bytes[2] === 0xff && (bytes[3] ?? 0) > 0xa1 && bytes[3]! <= 0xa8;
}

/** Decodes a WSQ (IAFIS-IC-0110) to grey; `dpi` only if a NIST comment states one that is possible for a reader. */
export function decodeWsq(bytes: Uint8Array): {
  width: number;
  height: number;
  dpi: number | undefined;
  pixels: Uint8Array;
} {
  let frame: Frame | undefined;
  let filters: Filters | undefined;
  let steps: Steps | undefined;
  let dpi: number | undefined;
  let stored: { steps: Steps; values: Int32Array } | undefined;
  let filled = 0;
  const tables = new Map<number, CodeTable>();
  if (u16(bytes, 0, false) !== START) throw damaged();
  for (let at = 2; ; ) {
    const marker = u16(bytes, at, false);
    if (marker === END) break;
    const body = slice(bytes, at + 4, u16(bytes, at + 2, false) - 2);
    at += 4 + body.length;
    if (marker === FRAME) {
      if (frame !== undefined) throw damaged();
      frame = readFrame(body);
    } else if (marker === FILTERS) filters = readFilters(body);
    else if (marker === STEPS) steps = readSteps(body);
    else if (marker === CODES) readTables(body, tables);
    else if (marker === COMMENT) dpi ??= readResolution(body);
    else if (marker === BLOCK) {
      const table = tables.get(byteAt(body, 0));
      if (frame === undefined || steps === undefined || table === undefined) throw damaged();
      // Blocks follow each other without a gap: one picture, one list of values.
      stored ??= { steps, values: new Int32Array(countOf(bandsOf(frame.width, frame.height).bands, steps)) };
      ({ at, filled } = readBlock(bytes, at, table, stored.values, filled));
    } else if (marker === RESTARTS) throw new ImageError('The WSQ is of a kind that cannot be read.');
    else throw damaged();
  }
  if (frame === undefined || filters === undefined || stored === undefined) throw damaged();
  if (filled < stored.values.length) throw new ImageError('The picture is cut off.');
  const pixels = paint(frame, stored.steps, stored.values, filters);
  return { width: frame.width, height: frame.height, dpi, pixels };
}

function countOf(bands: readonly Area[], steps: Steps): number {
  return bands.reduce((sum, band, i) => sum + (steps.width[i] === 0 ? 0 : band.width * band.height), 0);
}

function paint(frame: Frame, steps: Steps, values: Int32Array, filters: Filters): Uint8Array {
  const { width, height, shift, scale } = frame;
  const plane = new Float32Array(width * height);
  const { bands, splits } = bandsOf(width, height);
  let from = 0;
  for (const [i, band] of bands.entries()) {
    const step = steps.width[i]!;
    if (step === 0) continue;
    const inner = steps.zeroWidth[i]! / 2 - step * steps.centre;
    for (let y = band.y; y < band.y + band.height; y++) {
      for (let x = band.x; x < band.x + band.width; x++) {
        const value = values[from++]!;
        plane[y * width + x] = step * value + Math.sign(value) * inner;
      }
    }
  }
  for (const split of splits) join(plane, width, split, filters);
  const pixels = new Uint8Array(plane.length);
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = Math.max(0, Math.min(255, Math.floor(plane[i]! * scale + shift + 0.5)));
  return pixels;
}
