import { byteAt, greyOf, ImageError, overWhite } from './pixels.ts';
import { unfilter } from './png-filters.ts';

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits per sample. */
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  readonly colour: number;
  readonly interlaced: boolean;
}

interface Pass {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly width: number;
  readonly height: number;
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Returns the passes in which a PNG is stored: one, or seven if it is interlaced. */
function passes(header: PngHeader): Pass[] {
  const { width, height } = header;
  if (!header.interlaced) return [{ x: 0, y: 0, dx: 1, dy: 1, width, height }];
  return ADAM7.map(([x, y, dx, dy]) => ({
    x,
    y,
    dx,
    dy,
    width: Math.ceil((width - x) / dx),
    height: Math.ceil((height - y) / dy),
  })).filter((p) => p.width > 0 && p.height > 0);
}

function channels(header: PngHeader): number {
  return [1, 0, 3, 1, 2, 0, 4][header.colour]!;
}

function rowBytes(header: PngHeader, width: number): number {
  return Math.ceil((width * header.depth * channels(header)) / 8);
}

/** Length of the inflated picture data, computed from the header alone. */
export function inflatedLength(header: PngHeader): number {
  return passes(header).reduce((sum, p) => sum + p.height * (1 + rowBytes(header, p.width)), 0);
}

/**
 * Converts inflated picture data to grey. `palette` is a list of red, green, blue; `clear` (tRNS) holds its alphas, or the one
 * transparent colour.
 */
export function readRows(header: PngHeader, data: Uint8Array, palette: Uint8Array, clear: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(header.width * header.height);
  let at = 0;
  for (const pass of passes(header)) {
    const stride = rowBytes(header, pass.width);
    let above: Uint8Array = new Uint8Array(stride);
    for (let row = 0; row < pass.height; row++) {
      const line = data.subarray(at + 1, at + 1 + stride);
      unfilter(byteAt(data, at), line, above, Math.max(1, (header.depth * channels(header)) >> 3));
      const start = (pass.y + row * pass.dy) * header.width + pass.x;
      paint(header, line, pass.width, palette, clear, pixels, start, pass.dx);
      above = line;
      at += 1 + stride;
    }
  }
  return pixels;
}

function paint(
  header: PngHeader,
  line: Uint8Array,
  width: number,
  palette: Uint8Array,
  clear: Uint8Array,
  pixels: Uint8Array,
  start: number,
  dx: number,
): void {
  const { depth, colour } = header;
  if (colour === 0 && depth === 8 && clear.length === 0 && dx === 1) {
    pixels.set(line, start);
    return;
  }
  const count = channels(header);
  const scale = depth < 8 && colour === 0 ? 255 / ((1 << depth) - 1) : 1;
  // A transparent colour is compared in full depth; pixels keep the upper 8 of 16 bits.
  const clearAt = (channel: number) =>
    clear.length >= 2 * channel + 2 ? (clear[2 * channel]! << 8) | clear[2 * channel + 1]! : -1;
  const [clear0, clear1, clear2] = [clearAt(0), clearAt(1), clearAt(2)];
  const eight = (v: number) => (depth === 16 ? v >> 8 : v);
  for (let x = 0; x < width; x++) {
    const s0 = sample(line, x * count, depth);
    let grey: number;
    let alpha = 255;
    if (colour === 3) {
      if (3 * s0 + 2 >= palette.length) throw new ImageError('The PNG names a colour that its palette does not have.');
      grey = greyOf(palette[3 * s0]!, palette[3 * s0 + 1]!, palette[3 * s0 + 2]!);
      alpha = clear[s0] ?? 255;
    } else if (count <= 2) {
      grey = eight(s0) * scale;
      if (colour === 4) alpha = eight(sample(line, x * count + 1, depth));
      else if (s0 === clear0) alpha = 0;
    } else {
      const s1 = sample(line, x * count + 1, depth);
      const s2 = sample(line, x * count + 2, depth);
      grey = greyOf(eight(s0), eight(s1), eight(s2));
      if (colour === 6) alpha = eight(sample(line, x * count + 3, depth));
      else if (s0 === clear0 && s1 === clear1 && s2 === clear2) alpha = 0;
    }
    pixels[start + x * dx] = overWhite(grey, alpha);
  }
}

function sample(line: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return line[index]!;
  if (depth === 16) return (line[2 * index]! << 8) | line[2 * index + 1]!;
  const bit = index * depth;
  return (line[bit >> 3]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}
