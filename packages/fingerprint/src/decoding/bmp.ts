import { byteAt, checkSize, greyOf, ImageError, plausibleDpi, slice, u16, u32 } from './pixels.ts';

const METRES_AN_INCH = 0.0254;
/** Size of the OS/2 1.x header: 16-bit sizes, no resolution, palette entries of three bytes. */
const OLD_HEADER = 12;
const PLAIN = 0;
const BIT_FIELDS = 3;

interface Layout {
  readonly width: number;
  readonly height: number;
  /** True if rows run from the top down; the usual order is bottom-up. */
  readonly fromTop: boolean;
  /** Bits per pixel. */
  readonly depth: number;
  readonly dpi: number | undefined;
  /** Grey value of each palette entry. */
  readonly palette: Uint8Array;
  /** Byte offsets of red, green and blue within a pixel. */
  readonly order: readonly [number, number, number];
  readonly start: number;
}

export function isBmp(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x4d;
}

/** Reads an uncompressed BMP of 1, 4, 8, 24 or 32 bits a pixel as grey; a fourth byte (alpha) is ignored, as most programs do. */
export function decodeBmp(bytes: Uint8Array): {
  width: number;
  height: number;
  dpi: number | undefined;
  pixels: Uint8Array;
} {
  const layout = readLayout(bytes);
  const { width, height, depth, palette, order } = layout;
  const stride = Math.ceil((width * depth) / 32) * 4;
  const data = slice(bytes, layout.start, stride * height);
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const line = data.subarray(row * stride, (row + 1) * stride);
    const to = (layout.fromTop ? row : height - 1 - row) * width;
    for (let x = 0; x < width; x++) {
      if (depth > 8) {
        const at = x * (depth >> 3);
        pixels[to + x] = greyOf(line[at + order[0]]!, line[at + order[1]]!, line[at + order[2]]!);
        continue;
      }
      const bit = x * depth;
      const index = (line[bit >> 3]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
      if (index >= palette.length) throw new ImageError('The BMP names a colour that its palette does not have.');
      pixels[to + x] = palette[index]!;
    }
  }
  return { width, height, dpi: layout.dpi, pixels };
}

function readLayout(bytes: Uint8Array): Layout {
  const start = u32(bytes, 10, true);
  const headerLength = u32(bytes, 14, true);
  const old = headerLength === OLD_HEADER;
  if (!old && (headerLength < 40 || headerLength > 256)) throw new ImageError('The BMP has a wrong header.');
  const width = old ? u16(bytes, 18, true) : u32(bytes, 18, true);
  // A negative height, for top-down rows, reads as a large unsigned number.
  const rows = old ? u16(bytes, 20, true) : u32(bytes, 22, true) | 0;
  checkSize(width, Math.abs(rows));
  const depth = u16(bytes, old ? 24 : 28, true);
  const compression = old ? PLAIN : u32(bytes, 30, true);
  if (![1, 4, 8, 24, 32].includes(depth) || !(compression === PLAIN || (compression === BIT_FIELDS && depth === 32))) {
    throw new ImageError('The BMP is of a kind that cannot be read.');
  }
  const order = compression === BIT_FIELDS ? readMasks(bytes) : ([2, 1, 0] as const);
  const dpi = old
    ? undefined
    : plausibleDpi(u32(bytes, 38, true) * METRES_AN_INCH, u32(bytes, 42, true) * METRES_AN_INCH);
  const palette =
    depth > 8
      ? new Uint8Array(0)
      : readPalette(bytes, 14 + headerLength, old ? 3 : 4, depth, old ? 0 : u32(bytes, 46, true), start);
  return { width, height: Math.abs(rows), fromTop: rows < 0, depth, dpi, palette, order, start };
}

function readMasks(bytes: Uint8Array): readonly [number, number, number] {
  const place = (at: number) => {
    const byte = [0xff, 0xff00, 0xff0000, 0xff000000].indexOf(u32(bytes, at, true));
    if (byte < 0) throw new ImageError('The BMP is of a kind that cannot be read.');
    return byte;
  };
  return [place(54), place(58), place(62)];
}

function readPalette(
  bytes: Uint8Array,
  at: number,
  entryBytes: number,
  depth: number,
  stated: number,
  end: number,
): Uint8Array {
  const most = 1 << depth;
  const room = Math.max(0, Math.floor((end - at) / entryBytes));
  const count = Math.min(most, stated === 0 ? most : stated, room);
  return Uint8Array.from({ length: count }, (_, i) => {
    const entry = at + i * entryBytes;
    return greyOf(byteAt(bytes, entry + 2), byteAt(bytes, entry + 1), byteAt(bytes, entry));
  });
}
