import { byteAt, ImageError } from './pixels.ts';

/** Maximum code length in bits. */
const MAX_CODE_LENGTH = 16;
/** Symbols up to this one are runs of that many zeros. */
const MAX_SHORT_RUN = 100;
/** Symbol of the value 0; the symbols 107 to 254 around it stand for the values around 0. */
const ZERO = 180;
/** Sign and number of bits of a value that follows its symbol. */
const VALUES: Readonly<Record<number, readonly [number, number]>> = {
  101: [1, 8],
  102: [-1, 8],
  103: [1, 16],
  104: [-1, 16],
};
/** Number of bits of a run length that follows its symbol. */
const RUNS: Readonly<Record<number, number>> = { 105: 8, 106: 16 };
/** Returned at the end of the data within a code, since the last byte is padded. */
const END = -1;

/** Huffman codes by length, 1 to 16 bits; index 0 of each list is unused. */
export interface CodeTable {
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Index of the first symbol of each length. */
  readonly start: Int32Array;
  readonly symbols: Uint8Array;
}

/** Builds the codes from the number of codes of each length; throws if a length cannot hold that many. */
export function codeTable(counts: Uint8Array, symbols: Uint8Array): CodeTable {
  const [first, last, start] = [0, 1, 2].map(() => new Int32Array(MAX_CODE_LENGTH + 1)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (let length = 1, code = 0, at = 0; length <= MAX_CODE_LENGTH; length++) {
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

/** Bit reader of a block, up to the marker behind it. Each 0xff in the data is followed by a stuffed 0. */
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
    for (let length = 1, code = 0; length <= MAX_CODE_LENGTH; length++) {
      const bit = this.next();
      if (bit === END) return END;
      code = (code << 1) | bit;
      if (code <= table.last[length]!) return table.symbols[table.start[length]! + code - table.first[length]!]!;
    }
    throw new ImageError('The WSQ is damaged.');
  }
}

/**
 * Decodes one block into `values` from index `filled` on, where zeros are already present. Returns the index after the last value, and
 * the file offset of the marker behind the block.
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
    else if (symbol > 0 && symbol <= MAX_SHORT_RUN) to += symbol;
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
