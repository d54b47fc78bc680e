import { inflateSync } from 'node:zlib';
import { ImageError } from './pixels.ts';

/** The ways a strip can be packed that are read here. */
export const PACKING = { none: 1, lzw: 5, deflate: 8, oldDeflate: 32946, packBits: 32773 } as const;

/** Unpacks one strip into exactly `length` bytes; what a writer padded beyond that is dropped, and nothing longer is ever made. */
export function unpackStrip(packing: number, packed: Uint8Array, length: number): Uint8Array {
  if (packing === PACKING.none) return exactly(packed, length);
  if (packing === PACKING.lzw) return unpackLzw(packed, length);
  if (packing === PACKING.packBits) return unpackBits(packed, length);
  if (packing === PACKING.deflate || packing === PACKING.oldDeflate) return unpackDeflate(packed, length);
  throw new ImageError('The TIFF is packed in a way that cannot be read.');
}

function exactly(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length < length) throw new ImageError('The picture is cut off.');
  return bytes.subarray(0, length);
}

function unpackDeflate(packed: Uint8Array, length: number): Uint8Array {
  try {
    return exactly(inflateSync(packed, { maxOutputLength: length }), length);
  } catch {
    throw new ImageError('The TIFF is damaged.');
  }
}

function unpackBits(packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let from = 0;
  let to = 0;
  while (to < length) {
    if (from >= packed.length) throw new ImageError('The picture is cut off.');
    const head = packed[from++]!;
    if (head === 128) continue;
    if (head < 128) {
      const run = Math.min(head + 1, length - to);
      if (from + run > packed.length) throw new ImageError('The picture is cut off.');
      out.set(packed.subarray(from, from + run), to);
      from += head + 1;
      to += run;
    } else {
      if (from >= packed.length) throw new ImageError('The picture is cut off.');
      const run = Math.min(257 - head, length - to);
      out.fill(packed[from++]!, to, to + run);
      to += run;
    }
  }
  return out;
}

const CLEAR = 256;
const END = 257;
const MOST_CODES = 4096;

/** LZW with the highest bit first; codes grow one early, as TIFF has it. A word is kept as the code before it and its last byte. */
function unpackLzw(packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  const before = new Uint16Array(MOST_CODES);
  const last = new Uint8Array(MOST_CODES);
  const size = new Uint16Array(MOST_CODES);
  for (let i = 0; i < 256; i++) {
    last[i] = i;
    size[i] = 1;
  }
  let to = 0;
  let codes = END + 1;
  let width = 9;
  let previous = -1;
  let buffer = 0;
  let held = 0;
  let from = 0;
  while (to < length) {
    while (held < width) {
      if (from >= packed.length) throw new ImageError('The picture is cut off.');
      buffer = ((buffer << 8) | packed[from++]!) & 0xffffff;
      held += 8;
    }
    held -= width;
    const code = (buffer >> held) & ((1 << width) - 1);
    if (code === END) throw new ImageError('The picture is cut off.');
    if (code === CLEAR) {
      codes = END + 1;
      width = 9;
      previous = -1;
      continue;
    }
    if (code > codes || (code === codes && previous < 0) || (previous < 0 && code > 255))
      throw new ImageError('The TIFF is damaged.');
    // A code that is only now being made: the previous word and its own first byte.
    const fresh = code === codes;
    const word = fresh ? previous : code;
    let at = to + size[word]!;
    const end = at;
    let first = 0;
    for (let c = word, left = size[word]!; left > 0; left--) {
      first = last[c]!;
      at--;
      if (at < length) out[at] = first;
      c = before[c]!;
    }
    to = end;
    if (fresh) {
      if (to < length) out[to] = first;
      to++;
    }
    if (previous >= 0 && codes < MOST_CODES) {
      before[codes] = previous;
      last[codes] = first;
      size[codes] = size[previous]! + 1;
      codes++;
      if (codes + 1 >= 1 << width && width < 12) width++;
    }
    previous = code;
  }
  return out;
}
