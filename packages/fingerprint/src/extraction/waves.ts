/** Tables of the tuned filters. */

/** Number of directions that filters exist for, over a half turn. */
export const DIRECTIONS = 64;
/** Side in pixels of the tiles that share one filter. */
export const TILE = 4;

export const REACH_ALONG = 9;
const SIGMA_ALONG = 4.5;
export const MAX_REACH = 16;
export const PERIOD_STEPS = 49;
export const MIN_PERIOD = 4;
export const PERIOD_STEP = 0.25;

/** Filter index of each tile of a picture. */
export interface Tiles {
  readonly columns: number;
  readonly rows: number;
  /** Index among the DIRECTIONS. */
  readonly direction: Uint8Array;
  /** Index among the PERIOD_STEPS. */
  readonly wave: Uint8Array;
  /** 2 where the waves are requested, 1 within their reach, otherwise 0. */
  readonly active: Uint8Array;
}

/** Gaussian along the ridge, from its middle to one side. */
export const ALONG = gaussian();
/** For each period the reach of the waves across the ridge, and their weights. */
export const REACH = new Uint8Array(PERIOD_STEPS);
export const EVEN = new Float32Array(PERIOD_STEPS * (MAX_REACH + 1));
export const ODD = new Float32Array(PERIOD_STEPS * (MAX_REACH + 1));
for (let w = 0; w < PERIOD_STEPS; w++) {
  const period = MIN_PERIOD + w * PERIOD_STEP;
  const sigma = 0.45 * period;
  const reach = Math.min(MAX_REACH, Math.ceil(2.2 * sigma));
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
    // Subtracts the mean, since the even wave would otherwise respond to plain darkness.
    const e = g * (Math.cos((2 * Math.PI * k) / period) - sum / envelope);
    const o = g * Math.sin((2 * Math.PI * k) / period);
    evenPower += e * Math.cos((2 * Math.PI * k) / period);
    oddPower += o * Math.sin((2 * Math.PI * k) / period);
    if (k >= 0) {
      EVEN[w * (MAX_REACH + 1) + k] = e;
      ODD[w * (MAX_REACH + 1) + k] = o;
    }
  }
  for (let k = 0; k <= reach; k++) {
    EVEN[w * (MAX_REACH + 1) + k] = EVEN[w * (MAX_REACH + 1) + k]! / evenPower;
    ODD[w * (MAX_REACH + 1) + k] = ODD[w * (MAX_REACH + 1) + k]! / oddPower;
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

/** Offsets of the steps on a line, for each direction rotated by `turn` directions: first those across the picture, then those down. */
function line(reach: number, turn: number): readonly [across: Int32Array, down: Int32Array] {
  const steps = [Math.cos, Math.sin].map((of) =>
    Int32Array.from({ length: DIRECTIONS * reach }, (_, i) => {
      const angle = ((Math.floor(i / reach) + turn) * Math.PI) / DIRECTIONS;
      return Math.round(((i % reach) + 1) * of(angle));
    }),
  );
  return [steps[0]!, steps[1]!];
}

const LINE_ALONG = line(REACH_ALONG, 0);
const LINE_ACROSS = line(MAX_REACH, DIRECTIONS / 2);

/** Returns the picture offsets of the steps along the ridge, REACH_ALONG for each direction. */
export function offsetsAlong(stride: number): Int32Array {
  return LINE_ALONG[1].map((down, i) => down * stride + LINE_ALONG[0][i]!);
}

/** Returns the picture offsets of the steps across the ridge, MAX_REACH for each direction. */
export function offsetsAcross(stride: number): Int32Array {
  return LINE_ACROSS[1].map((down, i) => down * stride + LINE_ACROSS[0][i]!);
}
