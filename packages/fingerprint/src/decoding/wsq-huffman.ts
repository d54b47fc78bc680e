import { byteAt, ImageError } from './pixels.ts';

/** Longest code, in bits. */
const LONGEST_CODE = 16;
/** Symbols up to this are as many zeros. */
const LONGEST_SHORT_RUN = 100;
/** This symbol stands for the value 0; those around it, from 107 to 254, for the values around 0. */
const ZERO = 180;
/** Sign and bits of a value that follows its symbol. */
const VALUES: Readonly<Record<number, readonly [number, number]>> = {
  101: [1, 8],
  102: [-1, 8],
  103: [1, 16],
  104: [-1, 16],
};
/** Bits of a run of zeros whose length follows its symbol. */
const RUNS: Readonly<Record<number, number>> = { 105: 8, 106: 16 };
/** The data end within a code: the rest of the last byte is filled up. */
const END = -1;

/** Codes of a Huffman table by their lengths, which are 1 to 16 bits: place 0 of each list is unused. */
export interface CodeTable {
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Place of each length's first symbol. */
  readonly start: Int32Array;
  readonly symbols: Uint8Array;
}

/** Works the codes out of how many there are of each length; refuses more than a length has room for. */
export function codeTable(counts: Uint8Array, symbols: Uint8Array): CodeTable {
  const [first, last, start] = [0, 1, 2].map(() => new Int32Array(LONGEST_CODE + 1)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (let length = 1, code = 0, at = 0; length <= LONGEST_CODE; length++) {
    const count = byteAt(counts, length - 1);
    if (code + count > 2 ** length) throw new ImageError('The WSQ is damaged.');
    first[length] = code;
    last[length] = code + count - 1;
    start[length] = at;
    at += count;
    code = (code + count) * 2;
  }
  return { first, last, start, symbols };
}

/** Bits of a block, up to the marker behind it. Behind 0xff stands a 0 that is no data. */
class Bits {
  readonly #bytes: Uint8Array;
  #byte = 0;
  #left = 0;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** The next bit, or `END` at a marker. */
  next(): number {
    if (this.#left === 0) {
      this.#byte = byteAt(this.#bytes, this.at);
      if (this.#byte === 0xff) {
        if (byteAt(this.#bytes, this.at + 1) !== 0) return END;
        this.at++;
      }
      this.at++;
      this.#left = 8;
    }
    this.#left--;
    return (this.#byte >> this.#left) & 1;
  }

  number(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.next();
      if (bit === END) throw new ImageError('The WSQ is damaged.');
      value = (value << 1) | bit;
    }
    return value;
  }

  symbol(table: CodeTable): number {
    for (let length = 1, code = 0; length <= LONGEST_CODE; length++) {
      const bit = this.next();
      if (bit === END) return END;
      code = (code << 1) | bit;
      if (code <= table.last[length]!) return table.symbols[table.start[length]! + code - table.first[length]!]!;
    }
    throw new ImageError('The WSQ is damaged.');
  }
}

/**
 * Reads one block of values into `values` from place `filled` on, zeros being there already. Gives the place behind
 * the last value, and in the file the place of the marker behind the block.
 */
export function readBlock(
  bytes: Uint8Array,
  start: number,
  table: CodeTable,
  values: Int32Array,
  filled: number,
): { at: number; filled: number } {
  const bits = new Bits(bytes, start);
  let to = filled;
  while (to < values.length) {
    const symbol = bits.symbol(table);
    if (symbol === END) break;
    const value = VALUES[symbol];
    const run = RUNS[symbol];
    if (value !== undefined) values[to++] = value[0] * bits.number(value[1]);
    else if (run !== undefined) to += bits.number(run);
    else if (symbol > 0 && symbol <= LONGEST_SHORT_RUN) to += symbol;
    else if (symbol > 106 && symbol < 255) values[to++] = symbol - ZERO;
    else throw new ImageError('The WSQ is damaged.');
  }
  if (to > values.length) throw new ImageError('The WSQ is damaged.');
  return { at: markerFrom(bytes, bits.at), filled: to };
}

function markerFrom(bytes: Uint8Array, start: number): number {
  let at = start;
  while (byteAt(bytes, at) !== 0xff || byteAt(bytes, at + 1) === 0) at++;
  return at;
}
