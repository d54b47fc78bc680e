import { loadKernel } from '../kernels/load.ts';
import { gridOf } from './blocks.ts';
import { ENERGIES } from './clarity-kernel.ts';
import { CROSSINGS } from './crossings-kernel.ts';
import { FILTERS } from './filter-kernel.ts';
import { COS, SIN } from './frequency-tables.ts';
import { GRADIENTS } from './gradients-kernel.ts';
import { PICTURES, RIM, TABLES } from './layout.ts';
import { NORMALISE } from './normalise-kernel.ts';
import { PROFILES } from './profile-kernel.ts';
import { SPECTRA } from './spectrum-kernel.ts';
import { ALONG, EVEN, ODD, offsetsAcross, offsetsAlong, REACH } from './waves.ts';

/** Scratch memory per block: its pixels, its tiles, and kernel-specific data. */
const SCRATCH_A_BLOCK = 256;
const SCRATCH_BESIDE = 65_536;

/**
 * Canvas: the pictures of an extraction in the memory of its kernels, with a border of RIM zeros. One kernel writes there what the next
 * one reads. The content is valid until the next extraction.
 */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly memory: ArrayBuffer;
  /** Distance from one picture to the next. */
  readonly bytes: number;
  readonly ridges: Float32Array;
  readonly even: Float32Array;
  readonly odd: Float32Array;
  /** Address of memory that each kernel may use while it runs. */
  readonly scratch: number;
}

/** Kernels of the extraction; null without WebAssembly. */
export const kernel = loadKernel([...FILTERS, NORMALISE, GRADIENTS, ENERGIES, CROSSINGS, PROFILES, SPECTRA]);

let canvas: Canvas | null = null;

/** Returns the canvas for pictures of a size, cleared if the previous size differs; null without WebAssembly. */
export function canvasOf(width: number, height: number): Canvas | null {
  if (kernel === null || (canvas?.width === width && canvas.height === height)) return canvas;
  const stride = width + 2 * RIM;
  const length = stride * (height + 2 * RIM);
  const bytes = Math.ceil(length / 4) * 16;
  const scratch = PICTURES + 4 * bytes;
  const { columns, rows } = gridOf(width, height);
  const memory = kernel.memory(scratch + SCRATCH_A_BLOCK * (columns + 1) * (rows + 1) + SCRATCH_BESIDE);
  new Uint8Array(memory, PICTURES).fill(0);
  const picture = (k: number) => new Float32Array(memory, PICTURES + k * bytes, length);
  writeTables(memory, stride);
  canvas = { width, height, memory, bytes, ridges: picture(0), even: picture(2), odd: picture(3), scratch };
  return canvas;
}

/** Copies a picture to the place where the kernels expect it, unless it is there already. */
export function layOn(place: Float32Array, values: Float32Array): void {
  if (place === values || (place.buffer === values.buffer && place.byteOffset === values.byteOffset)) return;
  if (values.length !== place.length) throw new RangeError('The number of values does not match the canvas.');
  place.set(values);
  // The copy may overwrite the border, so the next user has to clear the canvas.
  canvas = null;
}

function writeTables(memory: ArrayBuffer, stride: number): void {
  const table = (at: number, of: Float32Array) => new Float32Array(memory, at, of.length).set(of);
  table(TABLES.along, ALONG);
  table(TABLES.even, EVEN);
  table(TABLES.odd, ODD);
  new Uint8Array(memory, TABLES.reach, REACH.length).set(REACH);
  new Float64Array(memory, TABLES.cos, COS.length).set(COS);
  new Float64Array(memory, TABLES.sin, SIN.length).set(SIN);
  const inBytes = (offsets: Int32Array) => offsets.map((offset) => 4 * offset);
  new Int32Array(memory, TABLES.lineAlong).set(inBytes(offsetsAlong(stride)));
  new Int32Array(memory, TABLES.lineAcross).set(inBytes(offsetsAcross(stride)));
}
