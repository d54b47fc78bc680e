import { byteAt, checkSize, greyOf, ImageError, overWhite, plausibleDpi, slice, u16, u32 } from './pixels.ts';
import { unpackStrip } from './tiff-unpack.ts';

const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  packing: 259,
  meaning: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  resolutionX: 282,
  resolutionY: 283,
  planes: 284,
  resolutionUnit: 296,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  extra: 338,
  format: 339,
} as const;
/** What a sample means. */
const MEANING = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3 } as const;
const BYTES_OF_TYPE: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8 };
const MOST_TAGS = 512;
const CM_AN_INCH = 2.54;

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly samples: number;
  readonly meaning: number;
  /** Of the sample behind the colours: 1 alpha already multiplied in, 2 alpha, else to be ignored. */
  readonly alpha: number;
  readonly palette: readonly number[];
  readonly littleEndian: boolean;
}

export function isTiff(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  return (a === 0x49 && b === 0x49 && c === 42 && d === 0) || (a === 0x4d && b === 0x4d && c === 0 && d === 42);
}

/** Reads the first picture of a TIFF in strips (grey, RGB or palette; plain, PackBits, LZW or deflate) as grey. */
export function decodeTiff(bytes: Uint8Array): {
  width: number;
  height: number;
  dpi: number | undefined;
  pixels: Uint8Array;
} {
  const littleEndian = bytes[0] === 0x49;
  const tags = readTags(bytes, littleEndian);
  const one = (tag: number, otherwise: number) => tags.get(tag)?.[0] ?? otherwise;
  const width = one(TAG.width, 0);
  const height = one(TAG.height, 0);
  checkSize(width, height);
  const bits = one(TAG.bits, 1);
  const samples = one(TAG.samples, 1);
  const meaning = one(TAG.meaning, -1);
  const colours = meaning === MEANING.rgb ? 3 : 1;
  const readable =
    tags.get(TAG.bits)?.every((b) => b === bits) !== false &&
    [1, 2, 4, 8, 16].includes(bits) &&
    meaning >= 0 &&
    meaning <= MEANING.palette &&
    samples >= colours &&
    samples <= colours + 1 &&
    (samples === 1 || bits >= 8) &&
    !(meaning === MEANING.palette && (samples > 1 || bits > 8)) &&
    one(TAG.planes, 1) === 1 &&
    one(TAG.format, 1) === 1 &&
    !tags.has(TAG.tileWidth) &&
    [1, 2].includes(one(TAG.predictor, 1));
  if (!readable) throw new ImageError('The TIFF is of a kind that cannot be read.');
  const alpha = samples > colours ? one(TAG.extra, 0) : 0;
  const layout: Layout = {
    width,
    height,
    bits,
    samples,
    meaning,
    alpha,
    palette: tags.get(TAG.palette) ?? [],
    littleEndian,
  };
  const pixels = new Uint8Array(width * height);
  const stride = Math.ceil((width * bits * samples) / 8);
  const rowsPerStrip = Math.min(height, Math.max(1, one(TAG.rowsPerStrip, height)));
  for (let top = 0, strip = 0; top < height; top += rowsPerStrip, strip++) {
    const rows = Math.min(rowsPerStrip, height - top);
    const offset = tags.get(TAG.stripOffsets)?.[strip] ?? -1;
    const packed = slice(bytes, offset, tags.get(TAG.stripBytes)?.[strip] ?? -1);
    // Unpacked strips are edited below; the sender's bytes are not.
    const data = Uint8Array.from(unpackStrip(one(TAG.packing, 1), packed, rows * stride));
    for (let row = 0; row < rows; row++) {
      const line = data.subarray(row * stride, (row + 1) * stride);
      if (one(TAG.predictor, 1) === 2) undoDifferences(line, layout);
      paint(line, layout, pixels.subarray((top + row) * width, (top + row + 1) * width));
    }
  }
  const scale = one(TAG.resolutionUnit, 2) === 3 ? CM_AN_INCH : 1;
  const dpi =
    one(TAG.resolutionUnit, 2) === 1
      ? undefined
      : plausibleDpi(one(TAG.resolutionX, 0) * scale, one(TAG.resolutionY, 0) * scale);
  return { width, height, dpi, pixels };
}

function readTags(bytes: Uint8Array, littleEndian: boolean): Map<number, number[]> {
  const start = u32(bytes, 4, littleEndian);
  const count = u16(bytes, start, littleEndian);
  if (count > MOST_TAGS) throw new ImageError('The TIFF has too many fields.');
  const wanted = new Set<number>(Object.values(TAG));
  const tags = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const at = start + 2 + 12 * i;
    const tag = u16(bytes, at, littleEndian);
    const type = u16(bytes, at + 2, littleEndian);
    const size = BYTES_OF_TYPE[type];
    const length = u32(bytes, at + 4, littleEndian);
    if (!wanted.has(tag) || size === undefined || tags.has(tag)) continue;
    const from = length * size <= 4 ? at + 8 : u32(bytes, at + 8, littleEndian);
    const body = slice(bytes, from, length * size);
    tags.set(
      tag,
      Array.from({ length }, (_, k) => readValue(body, k * size, type, littleEndian)),
    );
  }
  return tags;
}

function readValue(body: Uint8Array, at: number, type: number, littleEndian: boolean): number {
  if (type === 1) return byteAt(body, at);
  if (type === 3) return u16(body, at, littleEndian);
  const whole = u32(body, at, littleEndian);
  return type === 5 ? whole / u32(body, at + 4, littleEndian) : whole;
}

/** Each sample was stored as the difference from the one on its left. */
function undoDifferences(line: Uint8Array, { bits, samples, littleEndian }: Layout): void {
  if (bits === 8) {
    for (let i = samples; i < line.length; i++) line[i] = line[i]! + line[i - samples]!;
  } else if (bits === 16) {
    for (let i = 2 * samples; i + 1 < line.length; i += 2) {
      const sum = u16(line, i, littleEndian) + u16(line, i - 2 * samples, littleEndian);
      line[i] = littleEndian ? sum : sum >> 8;
      line[i + 1] = littleEndian ? sum >> 8 : sum;
    }
  } else throw new ImageError('The TIFF is of a kind that cannot be read.');
}

function paint(line: Uint8Array, layout: Layout, pixels: Uint8Array): void {
  const { bits, samples, meaning, alpha, palette } = layout;
  const top = (1 << bits) - 1;
  const high = layout.littleEndian ? 1 : 0;
  const sample = (index: number) => {
    if (bits === 8) return line[index]!;
    if (bits === 16) return line[2 * index + high]!;
    return (line[(index * bits) >> 3]! >> (8 - bits - ((index * bits) & 7))) & top;
  };
  for (let x = 0; x < pixels.length; x++) {
    const at = x * samples;
    let grey: number;
    if (meaning === MEANING.rgb) grey = greyOf(sample(at), sample(at + 1), sample(at + 2));
    else if (meaning === MEANING.palette) grey = paletteGrey(palette, sample(at), top + 1);
    else grey = bits < 8 ? (sample(at) * 255) / top : sample(at);
    if (meaning === MEANING.whiteIsZero) grey = 255 - grey;
    if (alpha === 2) grey = overWhite(grey, sample(at + samples - 1));
    else if (alpha === 1) grey = Math.min(255, grey + 255 - sample(at + samples - 1));
    pixels[x] = grey;
  }
}

/** A palette lists all reds, then all greens, then all blues, each 0..65535. */
function paletteGrey(palette: readonly number[], index: number, size: number): number {
  const blue = palette[index + 2 * size];
  if (blue === undefined) throw new ImageError('The TIFF names a colour that its palette does not have.');
  return greyOf(palette[index]! >> 8, palette[index + size]! >> 8, blue >> 8);
}
