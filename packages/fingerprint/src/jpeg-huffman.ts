import { ImageError } from './pixels.ts';

/** The bits of one scan. `missing` of the `count` bits held are made up, past the end; using one of them is an error. */
export interface Bits {
  readonly bytes: Uint8Array;
  at: number;
  buffer: number;
  count: number;
  missing: number;
}

const FAST = 9;
const LONGEST = 16;

/** A Huffman table: codes up to 9 bits by look-up (length in the high byte, value in the low), longer ones by their first code. */
export interface HuffmanTable {
  readonly fast: Uint16Array;
  /** Per length: the codes below this one, moved up to 16 bits, are not longer. */
  readonly limit: Int32Array;
  /** Per length: what to add to a code to find its value. */
  readonly shift: Int32Array;
  readonly values: Uint8Array;
}

/** Builds a table from the number of codes of each length 1..16 and the values in order of their codes. */
export function buildTable(counts: Uint8Array, values: Uint8Array): HuffmanTable {
  const fast = new Uint16Array(1 << FAST);
  const limit = new Int32Array(LONGEST + 2);
  const shift = new Int32Array(LONGEST + 1);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= LONGEST; length++) {
    shift[length] = index - code;
    for (let k = counts[length - 1]!; k > 0; k--, code++, index++) {
      if (code >= 1 << length) throw new ImageError('The JPEG is damaged.');
      if (length > FAST) continue;
      fast.fill((length << 8) | values[index]!, code << (FAST - length), (code + 1) << (FAST - length));
    }
    limit[length] = code << (LONGEST - length);
    code <<= 1;
  }
  return { fast, limit, shift, values };
}

export function startBits(bytes: Uint8Array, at: number): Bits {
  return { bytes, at, buffer: 0, count: 0, missing: 0 };
}

/** Holds at least 25 bits; stops before a marker and makes up zeros from there. */
function fill(bits: Bits): void {
  while (bits.count <= 24) {
    const byte = bits.bytes[bits.at];
    if (byte === undefined || (byte === 0xff && bits.bytes[bits.at + 1] !== 0)) {
      bits.buffer <<= 8;
      bits.missing += 8;
    } else {
      bits.buffer = (bits.buffer << 8) | byte;
      bits.at += byte === 0xff ? 2 : 1;
    }
    bits.count += 8;
  }
}

function use(bits: Bits, count: number): void {
  bits.count -= count;
  if (bits.count < bits.missing) throw new ImageError('The picture is cut off.');
}

/** The next `count` bits (0 to 16) as a number. */
export function readBits(bits: Bits, count: number): number {
  if (count === 0) return 0;
  if (bits.count < count) fill(bits);
  const value = (bits.buffer >>> (bits.count - count)) & ((1 << count) - 1);
  use(bits, count);
  return value;
}

/** The next `count` bits as JPEG writes signed numbers: a leading 0 means negative. */
export function readSigned(bits: Bits, count: number): number {
  const value = readBits(bits, count);
  return count === 0 || value >= 1 << (count - 1) ? value : value - (1 << count) + 1;
}

export function readCode(bits: Bits, table: HuffmanTable): number {
  if (bits.count < LONGEST) fill(bits);
  const next = (bits.buffer >>> (bits.count - LONGEST)) & 0xffff;
  const found = table.fast[next >> (LONGEST - FAST)]!;
  if (found !== 0) {
    use(bits, found >> 8);
    return found & 0xff;
  }
  for (let length = FAST + 1; length <= LONGEST; length++) {
    if (next >= table.limit[length]!) continue;
    use(bits, length);
    return table.values[(next >> (LONGEST - length)) + table.shift[length]!]!;
  }
  throw new ImageError('The JPEG is damaged.');
}
