import type { GreyImage } from '../image.ts';
import { type Bands, bandsOf, type Split } from './wsq-bands.ts';
import { encodeValues } from './wsq-huffman.testkit.ts';
import { mirror } from './wsq-wavelet.ts';

/** The filters of the standard, from their middle outwards. */
const LOW = [0.8526986790094034, 0.3774028556126538, -0.11062440441842342, -0.02384946501938, 0.03782845550699546];
const HIGH = [0.7884856164056644, -0.4180922732222122, -0.04068941760955844, 0.06453888262893845];
const CENTRE = 0.44;
const ZERO_WIDTH = 1.2;

export interface WsqOptions {
  /** Width of a step for the greys scaled to 128; the wider, the smaller the file. */
  readonly step?: number;
  /** First band that is left out. */
  readonly without?: number;
  readonly comment?: string;
}

/** Writes a WSQ: the way there of the decoder's way back, with every band in steps of the same width. */
export function encodeWsq(image: GreyImage, { step = 8, without = 60, comment }: WsqOptions = {}): Buffer {
  const { width, height, pixels } = image;
  const shift = pixels.reduce((sum, v) => sum + v, 0) / pixels.length;
  const scale = Math.max(1, ...[0, 255].map((end) => Math.abs(end - shift))) / 128;
  const plane = Float64Array.from(pixels, (v) => (v - shift) / scale);
  const { bands, splits }: Bands = bandsOf(width, height);
  for (const split of splits.toReversed()) splitArea(plane, width, split);
  const values = bands.map((band, i) =>
    i >= without
      ? []
      : Array.from({ length: band.width * band.height }, (_, k) => {
          const value = plane[(band.y + Math.floor(k / band.width)) * width + band.x + (k % band.width)]!;
          const beyond = Math.abs(value) - (ZERO_WIDTH * step) / 2;
          return beyond <= 0 ? 0 : Math.sign(value) * Math.floor(beyond / step + 1);
        }),
  );
  const blocks = [values.slice(0, 19), values.slice(19, 52), values.slice(52)].map((parts) => parts.flat());
  const widths = bands.flatMap((_, i) => (i < without ? [decimal(step), decimal(ZERO_WIDTH * step)] : NOTHING));
  return Buffer.concat([
    Buffer.from([0xff, 0xa0]),
    segment(0xa8, Buffer.from(comment ?? nistComment(image), 'latin1')),
    segment(0xa4, Buffer.concat([Buffer.from([9, 7]), ...[...LOW, ...HIGH].map(tap)])),
    segment(0xa5, Buffer.concat([decimal(CENTRE), ...widths, ...Array<Buffer>(8).fill(NONE)])),
    segment(0xa2, frame(width, height, shift, scale)),
    ...blocks.flatMap((block, i) => {
      const { table, data } = encodeValues(block, i);
      return [segment(0xa6, table), segment(0xa3, Buffer.from([i])), data];
    }),
    Buffer.from([0xff, 0xa1]),
  ]);
}

export function nistComment({ width, height, dpi }: GreyImage): string {
  return `NIST_COM 9\nPIX_WIDTH ${width}\nPIX_HEIGHT ${height}\nPIX_DEPTH 8\nPPI ${dpi}\nLOSSY 1\nCOLORSPACE GRAY\nCOMPRESSION WSQ\nWSQ_BITRATE 0.750000`;
}

export function segment(marker: number, body: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const NONE = Buffer.alloc(3);
const NOTHING = [NONE, NONE];

/** A number of the headers: the places behind the point, then as many digits as two bytes hold. */
function decimal(value: number): Buffer {
  let places = 0;
  while (places < 9 && Math.round(value * 10 ** (places + 1)) < 65536) places++;
  const bytes = Buffer.from([places, 0, 0]);
  bytes.writeUInt16BE(Math.round(value * 10 ** places), 1);
  return bytes;
}

function tap(value: number): Buffer {
  const bytes = Buffer.from([value < 0 ? 1 : 0, 9, 0, 0, 0, 0]);
  bytes.writeUInt32BE(Math.round(Math.abs(value) * 1e9), 2);
  return bytes;
}

function frame(width: number, height: number, shift: number, scale: number): Buffer {
  const size = Buffer.from([0, 255, 0, 0, 0, 0]);
  size.writeUInt16BE(height, 2);
  size.writeUInt16BE(width, 4);
  return Buffer.concat([size, decimal(shift), decimal(scale), Buffer.from([2, 0, 0])]);
}

function splitArea(plane: Float64Array, stride: number, split: Split): void {
  const { x, y, width, height } = split;
  for (let i = 0; i < height; i++) splitLine(plane, (y + i) * stride + x, 1, width, split.highFirstX);
  for (let i = 0; i < width; i++) splitLine(plane, y * stride + x + i, stride, height, split.highFirstY);
}

function splitLine(plane: Float64Array, start: number, step: number, length: number, highFirst: boolean): void {
  const line = Array.from({ length }, (_, i) => plane[start + i * step]!);
  const around = (at: number, taps: readonly number[]) =>
    taps.reduce(
      (sum, weight, away) =>
        sum + weight * (away === 0 ? line[at]! : line[mirror(at - away, length)]! + line[mirror(at + away, length)]!),
      0,
    );
  const lows = line.flatMap((_, i) => (i % 2 === 0 ? [around(i, LOW)] : []));
  const highs = line.flatMap((_, i) => (i % 2 === 1 ? [around(i, HIGH)] : []));
  for (const [i, value] of (highFirst ? [...highs, ...lows] : [...lows, ...highs]).entries())
    plane[start + i * step] = value;
}
