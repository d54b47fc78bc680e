import type { Random } from './random.ts';
import { between } from './random.ts';

/** Radius of the growing filter, in pixels of the coarse grid. */
const REACH = 6;
const DIRECTIONS = 48;
/** Range of ridge periods that filters exist for, in pixels of the coarse grid. */
const MIN_PERIOD = 3.4;
const PERIOD_STEP = 0.2;
const PERIODS = 15;
const MIN_SEEDS = 40;
const MAX_SEEDS = 120;
const ROUNDS = 14;
/** Half of the filter's points: the other half mirrors it. */
const POINTS: readonly (readonly [number, number])[] = (() => {
  const points: [number, number][] = [];
  for (let dy = 0; dy <= REACH; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++)
      if ((dy > 0 || dx > 0) && dx * dx + dy * dy <= REACH * REACH + 1) points.push([dx, dy]);
  }
  return points;
})();
const TAPS = POINTS.length + 1;

let bank: Float64Array | undefined;

/** Gabor filters for every direction and period: the middle first, then one weight for each mirrored pair. */
function filters(): Float64Array {
  if (bank !== undefined) return bank;
  bank = new Float64Array(DIRECTIONS * PERIODS * TAPS);
  for (let d = 0; d < DIRECTIONS; d++) {
    const across = { x: -Math.sin((d * Math.PI) / DIRECTIONS), y: Math.cos((d * Math.PI) / DIRECTIONS) };
    for (let p = 0; p < PERIODS; p++) {
      const period = MIN_PERIOD + p * PERIOD_STEP;
      const spread = 2 * (0.42 * period) ** 2;
      const weights = [[0, 0] as const, ...POINTS].map(([x, y]) => {
        const envelope = Math.exp(-(x * x + y * y) / spread);
        return { envelope, wave: envelope * Math.cos((2 * Math.PI * (x * across.x + y * across.y)) / period) };
      });
      const times = (i: number) => (i === 0 ? 1 : 2);
      // Subtracts the filter's response to an even surface, so that flat skin stays flat.
      const level =
        weights.reduce((s, w, i) => s + times(i) * w.wave, 0) /
        weights.reduce((s, w, i) => s + times(i) * w.envelope, 0);
      const power = weights.reduce((s, w, i) => s + times(i) * (w.wave - level * w.envelope) ** 2, 0);
      const peak = weights.reduce((s, w, i) => s + times(i) * w.envelope, 0);
      const gain = 2.6 / Math.max(power, peak / 2);
      weights.forEach((w, i) => {
        bank![(d * PERIODS + p) * TAPS + i] = Math.fround(gain * (w.wave - level * w.envelope));
      });
    }
  }
  return bank;
}

/**
 * Grows ridges from scattered seeds by repeated filtering along the given flow (the method of SFinGe, Cappelli et al.): minutiae arise
 * where grown regions meet. All fields are row by row; `angle` in radians from x to y (down), `period` in pixels. The result is a smooth
 * wave of about -1..1, ridges above 0.
 */
export function growRidges(
  angle: Float32Array,
  period: Float32Array,
  inside: Uint8Array,
  width: number,
  height: number,
  random: Random,
): Float32Array {
  const stride = width + 2 * REACH;
  const offsets = Int32Array.from(POINTS, ([x, y]) => y * stride + x);
  const cells: number[] = [];
  for (let i = 0; i < inside.length; i++) if (inside[i] === 1) cells.push(i);
  const places = Int32Array.from(cells, (i) => (Math.floor(i / width) + REACH) * stride + (i % width) + REACH);
  const kernels = Int32Array.from(cells, (i) => {
    const d = Math.round((angle[i]! / Math.PI) * DIRECTIONS) % DIRECTIONS;
    const p = Math.round((period[i]! - MIN_PERIOD) / PERIOD_STEP);
    return ((d < 0 ? d + DIRECTIONS : d) * PERIODS + Math.max(0, Math.min(PERIODS - 1, p))) * TAPS;
  });
  let skin = new Float64Array(stride * (height + 2 * REACH));
  let next = new Float64Array(skin.length);
  const seeds = between(random, MIN_SEEDS, MAX_SEEDS);
  for (let s = 0; s < seeds; s++) skin[places[Math.floor(random() * places.length)]!] = 1;
  const weights = filters();
  for (let round = 0; round < ROUNDS; round++) {
    const isLast = round === ROUNDS - 1;
    // Two neighbouring cells at once, since the additions of one sum depend on each other.
    for (let c = 0; c < places.length; c += 2) {
      const beside = Math.min(c + 1, places.length - 1);
      const [at, other] = [places[c]!, places[beside]!];
      const [kernel, another] = [kernels[c]!, kernels[beside]!];
      let sum = weights[kernel]! * skin[at]!;
      let second = weights[another]! * skin[other]!;
      for (let t = 0; t < offsets.length; t++) {
        const off = offsets[t]!;
        sum += weights[kernel + 1 + t]! * (skin[at + off]! + skin[at - off]!);
        second += weights[another + 1 + t]! * (skin[other + off]! + skin[other - off]!);
      }
      next[at] = settle(sum, isLast);
      next[other] = settle(second, isLast);
    }
    [skin, next] = [next, skin];
  }
  const wave = new Float32Array(width * height);
  for (let c = 0; c < places.length; c++) wave[cells[c]!] = skin[places[c]!]!;
  return wave;
}

/** The last round keeps smooth crests: clipped ones would alias when the grid is refined. */
function settle(sum: number, isLast: boolean): number {
  return Math.fround(isLast ? sum / 2 : sum > 1 ? 1 : sum < -1 ? -1 : sum);
}
