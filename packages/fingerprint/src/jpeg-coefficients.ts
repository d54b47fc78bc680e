import type { Bits, HuffmanTable } from './jpeg-huffman.ts';
import { readBits, readCode, readSigned } from './jpeg-huffman.ts';
import { ImageError } from './pixels.ts';

/** One colour of the picture. */
export interface Component {
  readonly id: number;
  /** How many blocks of this colour stand side by side and one above another in a unit. */
  readonly across: number;
  readonly down: number;
  readonly quantTable: number;
  /** Blocks that hold pixels, and blocks there is room for: whole units. */
  readonly columns: number;
  readonly rows: number;
  readonly stride: number;
  /** 64 numbers a block, in the order of a row, then the next. */
  readonly coefficients: Int16Array;
  quant: Uint16Array | undefined;
  predictor: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly progressive: boolean;
  readonly components: readonly Component[];
  readonly unitsAcross: number;
  readonly unitsDown: number;
}

export interface ScanPart {
  readonly component: Component;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

/** What a scan brings: coefficients `from` to `to`, of which the bits above `high` are known, down to bit `low`. */
export interface Scan {
  readonly parts: readonly ScanPart[];
  readonly from: number;
  readonly to: number;
  readonly high: number;
  readonly low: number;
  /** Units between restart markers; 0 for none. */
  readonly restartEvery: number;
}

/** The place of each coefficient as it comes. */
export const ZIGZAG = Uint8Array.of(
  0,
  1,
  8,
  16,
  9,
  2,
  3,
  10,
  17,
  24,
  32,
  25,
  18,
  11,
  4,
  5,
  12,
  19,
  26,
  33,
  40,
  48,
  41,
  34,
  27,
  20,
  13,
  6,
  7,
  14,
  21,
  28,
  35,
  42,
  49,
  56,
  57,
  50,
  43,
  36,
  29,
  22,
  15,
  23,
  30,
  37,
  44,
  51,
  58,
  59,
  52,
  45,
  38,
  31,
  39,
  46,
  53,
  60,
  61,
  54,
  47,
  55,
  62,
  63,
);

/** Reads what a scan brings for the block whose coefficients begin at `at`. `run` counts the blocks still to come that get nothing. */
export function readBlock(
  bits: Bits,
  progressive: boolean,
  scan: Scan,
  part: ScanPart,
  at: number,
  run: { left: number },
): void {
  const { coefficients } = part.component;
  if (scan.from === 0) {
    if (scan.high === 0) coefficients[at] = readDc(bits, part) << scan.low;
    else if (readBits(bits, 1) === 1) coefficients[at] = coefficients[at]! | (1 << scan.low);
    if (!progressive) readAc(bits, 1, scan, tableOf(part.ac), coefficients, at);
  } else if (scan.high === 0) readAc(bits, scan.from, scan, tableOf(part.ac), coefficients, at, run);
  else refineAc(bits, scan, tableOf(part.ac), coefficients, at, run);
}

function tableOf(table: HuffmanTable | undefined): HuffmanTable {
  if (table === undefined) throw new ImageError('The JPEG names a table that it does not have.');
  return table;
}

function readDc(bits: Bits, part: ScanPart): number {
  const size = readCode(bits, tableOf(part.dc));
  if (size > LONGEST_NUMBER) throw new ImageError('The JPEG is damaged.');
  part.component.predictor += readSigned(bits, size);
  return part.component.predictor;
}

const LONGEST_NUMBER = 15;

/** The AC coefficients of a block for the first time. `run` counts the blocks that have none, which only progressive files have. */
function readAc(
  bits: Bits,
  from: number,
  scan: Scan,
  table: HuffmanTable,
  coefficients: Int16Array,
  at: number,
  run?: { left: number },
): void {
  if (run !== undefined && run.left > 0) {
    run.left--;
    return;
  }
  for (let k = from; k <= scan.to; k++) {
    const code = readCode(bits, table);
    const zeros = code >> 4;
    const size = code & 15;
    if (size === 0) {
      if (zeros < 15) {
        if (run !== undefined) run.left = (1 << zeros) - 1 + readBits(bits, zeros);
        return;
      }
      k += 15;
      continue;
    }
    k += zeros;
    if (k > scan.to) throw new ImageError('The JPEG is damaged.');
    coefficients[at + ZIGZAG[k]!] = readSigned(bits, size) << scan.low;
  }
}

/** One more bit of each AC coefficient of a block; those still 0 may begin here. */
function refineAc(
  bits: Bits,
  scan: Scan,
  table: HuffmanTable,
  coefficients: Int16Array,
  at: number,
  run: { left: number },
): void {
  const bit = 1 << scan.low;
  let k = scan.from;
  if (run.left === 0) {
    for (; k <= scan.to; k++) {
      const code = readCode(bits, table);
      let zeros = code >> 4;
      let begins = 0;
      if ((code & 15) !== 0) begins = readBits(bits, 1) === 1 ? bit : -bit;
      else if (zeros < 15) {
        run.left = (1 << zeros) + readBits(bits, zeros);
        break;
      }
      for (; k <= scan.to; k++) {
        const place = at + ZIGZAG[k]!;
        if (coefficients[place] !== 0) correct(bits, coefficients, place, bit);
        else if (zeros === 0) {
          coefficients[place] = begins;
          break;
        } else zeros--;
      }
    }
  }
  if (run.left > 0) {
    for (; k <= scan.to; k++)
      if (coefficients[at + ZIGZAG[k]!] !== 0) correct(bits, coefficients, at + ZIGZAG[k]!, bit);
    run.left--;
  }
}

function correct(bits: Bits, coefficients: Int16Array, place: number, bit: number): void {
  if (readBits(bits, 1) === 0) return;
  const value = coefficients[place]!;
  if ((Math.abs(value) & bit) === 0) coefficients[place] = value + (value > 0 ? bit : -bit);
}
