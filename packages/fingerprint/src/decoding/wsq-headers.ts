import { byteAt, checkSize, ImageError, plausibleDpi, slice, u16, u32 } from './pixels.ts';
import { type CodeTable, codeTable } from './wsq-huffman.ts';
import type { Filters } from './wsq-wavelet.ts';

/**
 * Minimum side: in smaller pictures the smallest bands are shorter than the reach of the filters of NIST's encoder; no finger is that
 * small.
 */
const MIN_PIXELS_A_SIDE = 65;
/** Maximum filter length; the usual filters have nine and seven taps. */
const MAX_FILTER_LENGTH = 31;
const STORED_BANDS = 60;
const MAX_TABLES = 8;

/** Size of the picture; `scale` and `shift` convert its values to grey. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly shift: number;
  readonly scale: number;
}

/** Quantisation steps of each band; 0 for a band that is not stored. */
export interface Steps {
  readonly centre: number;
  readonly width: readonly number[];
  readonly zeroWidth: readonly number[];
}

export function damaged(): ImageError {
  return new ImageError('The WSQ is damaged.');
}

export function readFrame(body: Uint8Array): Frame {
  const height = u16(body, 2, false);
  const width = u16(body, 4, false);
  checkSize(width, height);
  if (Math.min(width, height) < MIN_PIXELS_A_SIDE)
    throw new ImageError(`The WSQ is smaller than ${MIN_PIXELS_A_SIDE} × ${MIN_PIXELS_A_SIDE} pixels.`);
  return { width, height, shift: decimal(body, 6), scale: decimal(body, 9) };
}

/** Reads a decimal number as WSQ stores it: the number of decimal places, then the digits. */
function decimal(body: Uint8Array, at: number): number {
  return u16(body, at + 1, false) / 10 ** byteAt(body, at);
}

export function readFilters(body: Uint8Array): Filters {
  const [lows, highs] = [byteAt(body, 0), byteAt(body, 1)];
  // Filters of even length are mirrored in another way; NIST's encoder does not write them.
  if (lows % 2 === 0 || highs % 2 === 0 || Math.max(lows, highs) > MAX_FILTER_LENGTH)
    throw new ImageError('The WSQ is of a kind that cannot be read.');
  const read = (start: number, length: number) =>
    Float64Array.from({ length: (length + 1) / 2 }, (_, i) => {
      const at = start + 6 * i;
      const value = u32(body, at + 2, false) / 10 ** byteAt(body, at + 1);
      return byteAt(body, at) === 0 ? value : -value;
    });
  return { low: read(2, lows), high: read(2 + 3 * (lows + 1), highs) };
}

export function readSteps(body: Uint8Array): Steps {
  const read = (start: number) => Array.from({ length: STORED_BANDS }, (_, i) => decimal(body, start + 6 * i));
  return { centre: decimal(body, 0), width: read(3), zeroWidth: read(6) };
}

export function readTables(body: Uint8Array, tables: Map<number, CodeTable>): void {
  for (let at = 0; at < body.length; ) {
    const counts = slice(body, at + 1, 16);
    const length = counts.reduce((sum, count) => sum + count, 0);
    if (body[at]! >= MAX_TABLES || length > 256) throw damaged();
    tables.set(body[at]!, codeTable(counts, slice(body, at + 17, length)));
    at += 17 + length;
  }
}

export function readResolution(body: Uint8Array): number | undefined {
  const text = Buffer.from(body).toString('latin1');
  const stated = text.startsWith('NIST_COM') ? /^PPI[ \t]+(\d{1,5})[ \t]*\r?$/m.exec(text) : null;
  return stated === null ? undefined : plausibleDpi(Number(stated[1]), Number(stated[1]));
}
