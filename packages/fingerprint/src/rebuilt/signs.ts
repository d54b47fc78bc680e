import { BLOCK } from '../extraction/blocks.ts';
import { directionAt } from '../extraction/enhance.ts';
import type { Analysis } from '../extraction/extract.ts';
import { RIM } from '../extraction/layout.ts';
import { DIRECTIONS } from '../extraction/waves.ts';

/**
 * Signs by which ridges that were grown by filters differ from those that skin prints, none of which needs the reader to be known:
 *
 * - `coherence` of the picture's gradients within a block, with no smoothing: pores, breaks and creases cut across skin's ridges, and noise
 *   across neither;
 * - `residual`: the share of the picture that the ridge waves do not explain, as a logarithm;
 * - `lasting`: how much of that residual is the same six pixels further along the ridge: on skin next to nothing, while a wave with too square
 *   a profile leaves one that runs along with it;
 * - `flank`: how much of the residual lies on the flanks of the ridges, over its mean, as a logarithm: on skin most, for there a ridge's edge is rough;
 * - `third`: how much of the residual is a third harmonic of the wave: what ridges with flat tops and steep edges have.
 */
export const SIGNS = ['coherence', 'residual', 'lasting', 'flank', 'third'] as const;

/** Distance in pixels between samples. */
const EVERY = 2;
const ALONG = 6;
/** Minimum amplitude of a ridge wave with a meaningful phase. */
const FAINTEST = 0.15;
/** Cosine of the phase up to which a pixel lies on a flank. */
const FLANK = 0.4;
/** Minimum number of finger blocks for a judgement; a smaller area identifies no finger anyway. */
const MIN_BLOCKS = 40;

const DX = Int8Array.from({ length: DIRECTIONS }, (_, d) => Math.round(ALONG * Math.cos((d * Math.PI) / DIRECTIONS)));
const DY = Int8Array.from({ length: DIRECTIONS }, (_, d) => Math.round(ALONG * Math.sin((d * Math.PI) / DIRECTIONS)));

/** Computes the SIGNS from the findings of the extraction; null if there is too little finger. */
export function readSigns(found: Analysis): Float64Array | null {
  const { width, height, ridges, waves, mask, flow } = found;
  const { columns, rows } = flow;
  const { even, odd } = waves;
  const stride = width + 2 * RIM;
  let blocks = 0;
  let coherence = 0;
  let all = 0;
  let rest = 0;
  let lasting = 0;
  let samples = 0;
  let flank = 0;
  let flanks = 0;
  let third = 0;
  let strengths = 0;
  for (let by = 1; by < rows - 1; by++) {
    for (let bx = 1; bx < columns - 1; bx++) {
      if (mask[by * columns + bx] === 0) continue;
      let xx = 0;
      let xy = 0;
      let yy = 0;
      for (let y = by * BLOCK; y < Math.min(height - 1, by * BLOCK + BLOCK); y += EVERY) {
        for (let x = bx * BLOCK + ((y / EVERY) & 1); x < Math.min(width - 1, bx * BLOCK + BLOCK); x += EVERY) {
          const i = (y + RIM) * stride + x + RIM;
          const a = ridges[i - stride - 1]!;
          const b = ridges[i - stride + 1]!;
          const c = ridges[i + stride - 1]!;
          const d = ridges[i + stride + 1]!;
          const dx = 2 * (ridges[i + 1]! - ridges[i - 1]!) + b - a + d - c;
          const dy = 2 * (ridges[i + stride]! - ridges[i - stride]!) + c - a + d - b;
          xx += dx * dx;
          xy += dx * dy;
          yy += dy * dy;
          const direction = directionAt(waves, x, y);
          const ahead = i + DY[direction]! * stride + DX[direction]!;
          const residual = ridges[i]! - even[i]!;
          all += ridges[i]! ** 2;
          rest += residual * residual;
          lasting += residual * (ridges[ahead]! - even[ahead]!);
          const strength = Math.sqrt(even[i]! * even[i]! + odd[i]! * odd[i]!);
          strengths += strength;
          samples++;
          if (strength < FAINTEST) continue;
          const cosine = even[i]! / strength;
          third += residual * (4 * cosine * cosine - 3) * cosine;
          if (cosine > FLANK || cosine < -FLANK) continue;
          flank += residual * residual;
          flanks++;
        }
      }
      coherence += Math.hypot(yy - xx, 2 * xy) / (xx + yy + 1e-6);
      blocks++;
    }
  }
  if (blocks < MIN_BLOCKS || rest === 0 || flank === 0) return null;
  return Float64Array.of(
    coherence / blocks,
    Math.log(rest / all),
    lasting / rest,
    Math.log((flank / flanks) * (samples / rest)),
    third / strengths,
  );
}
