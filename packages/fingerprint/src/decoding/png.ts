import { constants, crc32, deflateSync, inflateSync } from 'node:zlib';
import type { GreyImage } from '../image.ts';
import { checkSize, ImageError, plausibleDpi, slice, u32 } from './pixels.ts';
import type { PngHeader } from './png-rows.ts';
import { inflatedLength, readRows } from './png-rows.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const METRES_AN_INCH = 0.0254;
/** Allowed bits per sample for each colour type. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const NONE = new Uint8Array(0);

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((b, i) => bytes[i] === b);
}

/** Decodes a PNG of any colour type to grey; `dpi` only if the file states one that is possible for a reader. */
export function decodePng(bytes: Uint8Array): {
  width: number;
  height: number;
  dpi: number | undefined;
  pixels: Uint8Array;
} {
  let header: PngHeader | undefined;
  let palette: Uint8Array = NONE;
  let clear: Uint8Array = NONE;
  let dpi: number | undefined;
  const parts: Uint8Array[] = [];
  for (let at = SIGNATURE.length, ended = false; !ended; ) {
    const length = u32(bytes, at, false);
    const body = slice(bytes, at + 8, length);
    if (crc32(slice(bytes, at + 4, 4 + length)) !== u32(bytes, at + 8 + length, false))
      throw new ImageError('The PNG is damaged.');
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if ((header === undefined) !== (kind === 'IHDR')) throw new ImageError('The PNG has no header, or two.');
    if (kind === 'IHDR') header = readHeader(body);
    else if (kind === 'PLTE') palette = body;
    else if (kind === 'tRNS') clear = body;
    else if (kind === 'pHYs') dpi = readResolution(body);
    else if (kind === 'IDAT') parts.push(body);
    else if (kind === 'IEND') ended = true;
    else if ((bytes[at + 4]! & 0x20) === 0) throw new ImageError('The PNG holds something that cannot be read.');
    at += 12 + length;
  }
  if (header === undefined) throw new ImageError('The PNG has no header.');
  const pixels = readRows(header, inflate(parts, inflatedLength(header)), palette, clear);
  return { width: header.width, height: header.height, dpi, pixels };
}

function readHeader(body: Uint8Array): PngHeader {
  if (body.length !== 13) throw new ImageError('The PNG has a wrong header.');
  // The length is checked above, so no default applies.
  const [depth = 0, colour = 0, compression = 0, filter = 0, interlace = 0] = body.subarray(8);
  const width = u32(body, 0, false);
  const height = u32(body, 4, false);
  checkSize(width, height);
  if (!DEPTHS[colour]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw new ImageError('The PNG is of a kind that cannot be read.');
  return { width, height, depth, colour, interlaced: interlace === 1 };
}

function readResolution(body: Uint8Array): number | undefined {
  if (body.length !== 9 || body[8] !== 1) return undefined;
  return plausibleDpi(u32(body, 0, false) * METRES_AN_INCH, u32(body, 4, false) * METRES_AN_INCH);
}

/** Inflates to exactly the length that the header implies, so that a small file cannot exhaust the memory. */
function inflate(parts: readonly Uint8Array[], length: number): Uint8Array {
  let data: Uint8Array;
  try {
    data = inflateSync(Buffer.concat(parts), { maxOutputLength: length });
  } catch {
    // Damaged, or larger than the header declares.
    throw new ImageError('The PNG is damaged.');
  }
  if (data.length !== length) throw new ImageError('The PNG is damaged.');
  return data;
}

/** Strategy for filtered rows, which are mostly noise: the output is a twentieth smaller. */
const FILTERED = { strategy: constants.Z_FILTERED };

/** Encodes an 8-bit grey PNG that states its resolution. */
export function encodePng(image: GreyImage): Uint8Array {
  const { width, height, pixels } = image;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const resolution = Buffer.alloc(9);
  resolution.writeUInt32BE(Math.round(image.dpi / METRES_AN_INCH), 0);
  resolution.writeUInt32BE(Math.round(image.dpi / METRES_AN_INCH), 4);
  resolution[8] = 1;
  // Filters each row as the difference from the pixel on the left: ridges are smooth, so this compresses well.
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y++) {
    rows[y * (width + 1)] = 1;
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = pixels[y * width + x]! - (x > 0 ? pixels[y * width + x - 1]! : 0);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('pHYs', resolution),
    chunk('IDAT', deflateSync(rows, FILTERED)),
    chunk('IEND', NONE),
  ]);
}

function chunk(kind: string, body: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + body.length);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(kind, 4, 'latin1');
  bytes.set(body, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length);
  return bytes;
}
