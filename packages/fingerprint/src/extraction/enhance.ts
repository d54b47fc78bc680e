import { BLOCK } from './blocks.ts';
import { RIM } from './normalise.ts';
import type { Flow } from './orientation.ts';

/** Directions that the filters are made for, over a half turn. */
export const DIRECTIONS = 64;
const REACH_ALONG = 9;
const SIGMA_ALONG = 4.5;
const LARGEST_REACH = 16;
const PERIOD_STEPS = 49;
const SHORTEST = 4;
const PERIOD_STEP = 0.25;
/** Pixels that share one filter. */
const TILE = 4;

/** The analytic ridge picture: `even` peaks on ridges, `odd` is a quarter wave behind across them; both with a rim of RIM. */
export interface Waves {
  readonly even: Float32Array;
  readonly odd: Float32Array;
  /** Which of the DIRECTIONS was used, a tile of TILE pixels each. */
  readonly direction: Uint8Array;
  readonly tiles: number;
}

/** Which direction was used at a pixel. */
export function directionAt(waves: Waves, x: number, y: number): number {
  return waves.direction[(y >> 2) * waves.tiles + (x >> 2)]!;
}

/**
 * Contextual filtering with Gabor waves tuned to the local ridge orientation and period (Hong, Wan and Jain 1998), split in two
 * passes of samples on lines: a Gaussian along the ridge, then an even and an odd wave across it. Answers in the blocks of `mask`;
 * `near` is the mask grown by 2 blocks, as far as the second pass reaches.
 */
export function enhance(
  values: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  period: Float32Array,
  mask: Float32Array,
  near: Float32Array,
): Waves {
  const stride = width + 2 * RIM;
  const tiles = Math.ceil(width / TILE);
  const tileRows = Math.ceil(height / TILE);
  const direction = new Uint8Array(tiles * tileRows);
  const wave = new Uint8Array(tiles * tileRows);
  const active = new Uint8Array(tiles * tileRows);
  for (let ty = 0; ty < tileRows; ty++) {
    for (let tx = 0; tx < tiles; tx++) {
      const tile = ty * tiles + tx;
      const cell = (((ty * TILE) / BLOCK) | 0) * flow.columns + (((tx * TILE) / BLOCK) | 0);
      if (near[cell] === 0) continue;
      active[tile] = mask[cell] ? 2 : 1;
      const [c, s, p] = interpolate(flow, period, tx * TILE + TILE / 2, ty * TILE + TILE / 2);
      const angle = Math.atan2(s, c) / 2;
      direction[tile] = (Math.round((angle / Math.PI) * DIRECTIONS) + DIRECTIONS) % DIRECTIONS;
      wave[tile] = Math.max(0, Math.min(PERIOD_STEPS - 1, Math.round((p - SHORTEST) / PERIOD_STEP)));
    }
  }
  const along = lineOffsets(stride, REACH_ALONG, 0);
  const across = lineOffsets(stride, LARGEST_REACH, DIRECTIONS / 2);
  const smoothed = new Float32Array(values.length);
  const even = new Float32Array(values.length);
  const odd = new Float32Array(values.length);
  for (let ty = 0; ty < tileRows; ty++) {
    for (let tx = 0; tx < tiles; tx++) {
      const tile = ty * tiles + tx;
      if (active[tile] === 0) continue;
      const line = direction[tile]! * REACH_ALONG;
      for (let y = ty * TILE; y < Math.min(height, ty * TILE + TILE); y++) {
        const rowStart = (y + RIM) * stride + RIM;
        for (let i = rowStart + tx * TILE; i < rowStart + Math.min(width, tx * TILE + TILE); i++) {
          let sum = values[i]! * ALONG[0]!;
          for (let k = 0; k < REACH_ALONG; k++) {
            const o = along[line + k]!;
            sum += ALONG[k + 1]! * (values[i + o]! + values[i - o]!);
          }
          smoothed[i] = sum;
        }
      }
    }
  }
  for (let ty = 0; ty < tileRows; ty++) {
    for (let tx = 0; tx < tiles; tx++) {
      const tile = ty * tiles + tx;
      if (active[tile] !== 2) continue;
      const line = direction[tile]! * LARGEST_REACH;
      const kernel = wave[tile]! * (LARGEST_REACH + 1);
      const reach = REACH[wave[tile]!]!;
      for (let y = ty * TILE; y < Math.min(height, ty * TILE + TILE); y++) {
        const rowStart = (y + RIM) * stride + RIM;
        for (let i = rowStart + tx * TILE; i < rowStart + Math.min(width, tx * TILE + TILE); i++) {
          let e = smoothed[i]! * EVEN[kernel]!;
          let o = 0;
          for (let k = 1; k <= reach; k++) {
            const at = across[line + k - 1]!;
            const ahead = smoothed[i + at]!;
            const behind = smoothed[i - at]!;
            e += EVEN[kernel + k]! * (ahead + behind);
            o += ODD[kernel + k]! * (ahead - behind);
          }
          even[i] = e;
          odd[i] = o;
        }
      }
    }
  }
  return { even, odd, direction, tiles };
}

const ALONG = gaussian();
const REACH = new Uint8Array(PERIOD_STEPS);
const EVEN = new Float32Array(PERIOD_STEPS * (LARGEST_REACH + 1));
const ODD = new Float32Array(PERIOD_STEPS * (LARGEST_REACH + 1));
for (let w = 0; w < PERIOD_STEPS; w++) {
  const period = SHORTEST + w * PERIOD_STEP;
  const sigma = 0.45 * period;
  const reach = Math.min(LARGEST_REACH, Math.ceil(2.2 * sigma));
  REACH[w] = reach;
  let sum = 0;
  let envelope = 0;
  let evenPower = 0;
  let oddPower = 0;
  for (let k = -reach; k <= reach; k++) {
    const g = Math.exp((-k * k) / (2 * sigma * sigma));
    envelope += g;
    sum += g * Math.cos((2 * Math.PI * k) / period);
  }
  for (let k = -reach; k <= reach; k++) {
    const g = Math.exp((-k * k) / (2 * sigma * sigma));
    // Without its mean the even wave would answer to plain darkness.
    const e = g * (Math.cos((2 * Math.PI * k) / period) - sum / envelope);
    const o = g * Math.sin((2 * Math.PI * k) / period);
    evenPower += e * Math.cos((2 * Math.PI * k) / period);
    oddPower += o * Math.sin((2 * Math.PI * k) / period);
    if (k >= 0) {
      EVEN[w * (LARGEST_REACH + 1) + k] = e;
      ODD[w * (LARGEST_REACH + 1) + k] = o;
    }
  }
  for (let k = 0; k <= reach; k++) {
    EVEN[w * (LARGEST_REACH + 1) + k] = EVEN[w * (LARGEST_REACH + 1) + k]! / evenPower;
    ODD[w * (LARGEST_REACH + 1) + k] = ODD[w * (LARGEST_REACH + 1) + k]! / oddPower;
  }
}

function gaussian(): Float32Array {
  const kernel = new Float32Array(REACH_ALONG + 1);
  let total = 0;
  for (let k = 0; k <= REACH_ALONG; k++) {
    kernel[k] = Math.exp((-k * k) / (2 * SIGMA_ALONG * SIGMA_ALONG));
    total += k === 0 ? kernel[k]! : 2 * kernel[k]!;
  }
  return kernel.map((v) => v / total);
}

/** Offsets in the picture of the first `reach` steps on a line, for each direction turned by `turn` directions. */
function lineOffsets(stride: number, reach: number, turn: number): Int32Array {
  const offsets = new Int32Array(DIRECTIONS * reach);
  for (let d = 0; d < DIRECTIONS; d++) {
    const angle = ((d + turn) * Math.PI) / DIRECTIONS;
    for (let k = 1; k <= reach; k++) {
      offsets[d * reach + k - 1] = Math.round(k * Math.sin(angle)) * stride + Math.round(k * Math.cos(angle));
    }
  }
  return offsets;
}

/** Flow and period between the four nearest block centres. */
function interpolate(
  flow: Flow,
  period: Float32Array,
  x: number,
  y: number,
): [cos: number, sin: number, period: number] {
  const gx = Math.max(0, Math.min(flow.columns - 1, x / BLOCK - 0.5));
  const gy = Math.max(0, Math.min(flow.rows - 1, y / BLOCK - 0.5));
  const x0 = Math.min(flow.columns - 1, Math.floor(gx));
  const y0 = Math.min(flow.rows - 1, Math.floor(gy));
  const x1 = Math.min(flow.columns - 1, x0 + 1);
  const y1 = Math.min(flow.rows - 1, y0 + 1);
  const fx = gx - x0;
  const fy = gy - y0;
  const a = y0 * flow.columns + x0;
  const b = y0 * flow.columns + x1;
  const c = y1 * flow.columns + x0;
  const d = y1 * flow.columns + x1;
  const mix = (v: Float32Array) => (v[a]! * (1 - fx) + v[b]! * fx) * (1 - fy) + (v[c]! * (1 - fx) + v[d]! * fx) * fy;
  return [mix(flow.cos), mix(flow.sin), mix(period)];
}
