import { crc32 } from 'node:zlib';

/** Side of one cell of the ridge map, in pixels at 500 dpi. */
export const MAP_CELL = 16;

/** Maximum number of minutiae of a template; the extractor leaves out the weakest. */
export const MAX_MINUTIAE = 120;

/** Maximum side of a picture in a template, in pixels at 500 dpi. */
export const MAX_SIDE = 2_000;

const MAGIC = 0x4d46_5450; // "MFTP"
const FORMAT_VERSION = 1;
/** Incremented when extraction changes so much that old templates no longer match new ones; fingers then have to be re-enrolled. */
export const ALGORITHM_VERSION = 1;
const HEADER = 12;
const PER_MINUTIA = 6;
const CHECKSUM = 4;

/**
 * Template: stored data of an impression: its minutiae and a coarse map of the ridge flow. All in pixels at 500 dpi, y downwards. A
 * picture that passes for the finger can be made from a template for as long as the finger exists, so store it encrypted.
 */
export interface Template {
  readonly width: number;
  readonly height: number;
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  /** 256ths of a full turn from the x axis towards y, pointing to the side that has one ridge more. */
  readonly direction: Uint8Array;
  /** ENDING or BIFURCATION. */
  readonly type: Uint8Array;
  /** 0 (doubtful) to 100. */
  readonly quality: Uint8Array;
  /** Cells of MAP_CELL pixels, row by row, ceil(width / MAP_CELL) a row: ridge orientation in 256ths of a half turn. */
  readonly orientation: Uint8Array;
  /** The ridge period of the same cells in tenths of a pixel; 0 where there is no finger. */
  readonly period: Uint8Array;
}

export const ENDING = 0;
export const BIFURCATION = 1;

/** TemplateError: thrown for bytes that are not a template of a version that this code reads. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** Number of map cells that cover `side` pixels. */
export function mapCells(side: number): number {
  return Math.ceil(side / MAP_CELL);
}

/**
 * Encodes a template: 12 bytes of header, 6 per minutia, 2 per map cell, CRC-32. About 1.4 KB for a school reader's picture. Throws
 * TemplateError if the template exceeds the format's limits.
 */
export function encodeTemplate(t: Template): Uint8Array {
  const count = t.x.length;
  const cells = mapCells(t.width) * mapCells(t.height);
  if (count > MAX_MINUTIAE || t.orientation.length !== cells || t.period.length !== cells) {
    throw new TemplateError('template does not fit its own size');
  }
  const bytes = new Uint8Array(HEADER + count * PER_MINUTIA + cells * 2 + CHECKSUM);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint8(4, FORMAT_VERSION);
  view.setUint8(5, ALGORITHM_VERSION);
  view.setUint16(6, t.width);
  view.setUint16(8, t.height);
  view.setUint16(10, count);
  let at = HEADER;
  for (let i = 0; i < count; i++) {
    view.setUint16(at, t.x[i]! | (t.type[i] === BIFURCATION ? 0x8000 : 0));
    view.setUint16(at + 2, t.y[i]!);
    view.setUint8(at + 4, t.direction[i]!);
    view.setUint8(at + 5, t.quality[i]!);
    at += PER_MINUTIA;
  }
  bytes.set(t.orientation, at);
  bytes.set(t.period, at + cells);
  view.setUint32(bytes.length - CHECKSUM, crc32(bytes.subarray(0, bytes.length - CHECKSUM)));
  return bytes;
}

/**
 * Decodes the output of `encodeTemplate`. Throws TemplateError on anything else, before it allocates more than the length of its input:
 * templates come back from databases, backups and devices, and a broken one must not match anybody or stop the gate.
 */
export function decodeTemplate(bytes: Uint8Array): Template {
  if (bytes.length < HEADER + CHECKSUM) throw new TemplateError('template too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== MAGIC) throw new TemplateError('not a template');
  if (view.getUint8(4) !== FORMAT_VERSION) throw new TemplateError('unknown template format');
  if (view.getUint8(5) !== ALGORITHM_VERSION)
    throw new TemplateError('template of another algorithm version: re-enrol');
  const width = view.getUint16(6);
  const height = view.getUint16(8);
  const count = view.getUint16(10);
  if (width > MAX_SIDE || height > MAX_SIDE || count > MAX_MINUTIAE) throw new TemplateError('template out of bounds');
  const cells = mapCells(width) * mapCells(height);
  if (bytes.length !== HEADER + count * PER_MINUTIA + cells * 2 + CHECKSUM)
    throw new TemplateError('template of wrong length');
  if (view.getUint32(bytes.length - CHECKSUM) !== crc32(bytes.subarray(0, bytes.length - CHECKSUM))) {
    throw new TemplateError('template damaged');
  }
  const x = new Uint16Array(count);
  const y = new Uint16Array(count);
  const direction = new Uint8Array(count);
  const type = new Uint8Array(count);
  const quality = new Uint8Array(count);
  let at = HEADER;
  for (let i = 0; i < count; i++, at += PER_MINUTIA) {
    const packed = view.getUint16(at);
    x[i] = packed & 0x7fff;
    type[i] = packed >> 15 ? BIFURCATION : ENDING;
    y[i] = view.getUint16(at + 2);
    direction[i] = view.getUint8(at + 4);
    quality[i] = view.getUint8(at + 5);
    if (x[i]! >= width || y[i]! >= height || quality[i]! > 100) throw new TemplateError('minutia out of bounds');
  }
  const orientation = bytes.slice(at, at + cells);
  const period = bytes.slice(at + cells, at + 2 * cells);
  return { width, height, x, y, direction, type, quality, orientation, period };
}
