import { crc32, deflateSync } from 'node:zlib';
import { greyOf } from './pixels.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(kind: string, body: Uint8Array): Buffer {
  const data = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([length, data, sum]);
}

export function pngHeader(width: number, height: number, depth: number, colour: number, interlace = 0): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.set([depth, colour, 0, 0, interlace], 8);
  return chunk('IHDR', body);
}

export { chunk as pngChunk };

export function png(...chunks: Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

export function pngData(data: Uint8Array): Buffer {
  return chunk('IDAT', deflateSync(data, { level: 1 }));
}

/** Bytes without a pattern, the same for the same seed. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0, s = seed; i < length; i++) bytes[i] = (s = (Math.imul(s, 1664525) + 1013904223) >>> 0) >>> 24;
  return bytes;
}

/** A soft picture with gentle colours, as a lossy format can hold it: red, green, blue by turns. */
export function soft(width: number, height: number): Buffer {
  return Buffer.from(
    Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      const grey = 128 + 70 * Math.sin(x / 3 + y / 9) + 25 * Math.cos(y / 5);
      return [grey + 20 * Math.sin(x / 40), grey, grey - 15 * Math.cos(y / 50)].map(Math.round);
    }).flat(),
  );
}

export function greyOfRgb(rgb: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: rgb.length / 3 }, (_, i) => greyOf(rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!));
}

/** The largest difference between two pictures, in levels. */
export function apart(a: Uint8Array, b: Uint8Array): number {
  return a.length === b.length ? a.reduce((worst, v, i) => Math.max(worst, Math.abs(v - b[i]!)), 0) : Number.NaN;
}

/** A BMP with rows of `depth` bits a pixel, already in the order of the file and without their padding. */
export function bmp(
  width: number,
  height: number,
  depth: number,
  rows: readonly Uint8Array[],
  { palette = [] as readonly number[], masks = [] as readonly number[], perMetre = 0, old = false } = {},
): Buffer {
  const header = Buffer.alloc(old ? 12 : 40);
  header.writeUInt32LE(header.length, 0);
  if (old) {
    header.writeUInt16LE(width, 4);
    header.writeUInt16LE(height, 6);
    header.writeUInt16LE(1, 8);
    header.writeUInt16LE(depth, 10);
  } else {
    header.writeInt32LE(width, 4);
    header.writeInt32LE(height, 8);
    header.writeUInt16LE(1, 12);
    header.writeUInt16LE(depth, 14);
    header.writeUInt32LE(masks.length > 0 ? 3 : 0, 16);
    header.writeInt32LE(perMetre, 24);
    header.writeInt32LE(perMetre, 28);
    header.writeUInt32LE(palette.length, 32);
  }
  const extra = Buffer.alloc(4 * masks.length);
  for (const [i, mask] of masks.entries()) extra.writeUInt32LE(mask, 4 * i);
  const colours = Buffer.from(palette.flatMap((g) => (old ? [g, g, g] : [g, g, g, 0])));
  const data = Buffer.concat(rows.map((r) => Buffer.concat([r, Buffer.alloc((4 - (r.length % 4)) % 4)])));
  const file = Buffer.alloc(14);
  file.write('BM');
  file.writeUInt32LE(14 + header.length + extra.length + colours.length, 10);
  return Buffer.concat([file, header, extra, colours, data]);
}
