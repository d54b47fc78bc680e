import { BIFURCATION, ENDING, MAX_MINUTIAE } from '../template/template.ts';
import { BLOCK } from './blocks.ts';
import type { Waves } from './enhance.ts';
import { RIM } from './layout.ts';
import type { Flow } from './orientation.ts';
import type { Poles } from './poles.ts';

/** Minutiae in pixels at 500 dpi, strongest first. */
export interface Minutiae {
  readonly x: number[];
  readonly y: number[];
  readonly direction: number[];
  readonly type: number[];
  readonly quality: number[];
}

/** Distance in ridge periods, across and along, below which opposite poles come from one broken or bridged ridge. */
const DIPOLE_ACROSS = 0.9;
const DIPOLE_ALONG = 1.6;
/** Distance in pixels in eight directions at which a pole must still be within the finger. */
const MARGIN = 14;
/** Offsets of the eight points at that distance. */
const AROUND = Array.from({ length: 8 }, (_, k) => {
  return [Math.cos((k * Math.PI) / 4) * MARGIN, Math.sin((k * Math.PI) / 4) * MARGIN] as const;
});
/** Minimum clarity: poles in blurred areas occur by chance. */
const MIN_CLARITY = 0.2;

/** Selects the poles that are likely to be minutiae. `clarity`: block grid, 0..1. */
export function selectMinutiae(
  poles: Poles,
  waves: Waves,
  width: number,
  height: number,
  flow: Flow,
  period: Float32Array,
  mask: Float32Array,
  clarity: Float32Array,
): Minutiae {
  const dropped = new Uint8Array(poles.count);
  dropDipoles(poles, dropped, flow, period);
  const at = (grid: Float32Array, x: number, y: number) => {
    const bx = Math.floor(x / BLOCK);
    const by = Math.floor(y / BLOCK);
    return bx < 0 || by < 0 || bx >= flow.columns || by >= flow.rows || x >= width || y >= height
      ? 0
      : grid[by * flow.columns + bx]!;
  };
  const kept: { x: number; y: number; direction: number; type: number; quality: number }[] = [];
  for (let i = 0; i < poles.count; i++) {
    if (dropped[i]) continue;
    const x = poles.x[i]!;
    const y = poles.y[i]!;
    const direction = poles.direction[i]!;
    const c = Math.cos(direction);
    const s = Math.sin(direction);
    if (!AROUND.every(([u, v]) => at(mask, x + u, y + v) !== 0)) continue;
    const clear = at(clarity, x, y);
    if (clear < MIN_CLARITY) continue;
    const ahead = at(period, x, y) * 0.7;
    const px = Math.round(x + c * ahead);
    const py = Math.round(y + s * ahead);
    const ridge = waves.even[(py + RIM) * (width + 2 * RIM) + px + RIM]!;
    kept.push({
      x: Math.floor(x),
      y: Math.floor(y),
      direction,
      type: ridge > 0 ? ENDING : BIFURCATION,
      quality: Math.min(100, Math.round(clear * 100)),
    });
  }
  kept.sort((a, b) => b.quality - a.quality || a.y - b.y || a.x - b.x);
  kept.length = Math.min(kept.length, MAX_MINUTIAE);
  return {
    x: kept.map((m) => m.x),
    y: kept.map((m) => m.y),
    direction: kept.map((m) => m.direction),
    type: kept.map((m) => m.type),
    quality: kept.map((m) => m.quality),
  };
}

/** Drops two opposite poles close together, which come from a pore, a scratch or a bridge of sweat. The closest pairs go first. */
function dropDipoles(poles: Poles, dropped: Uint8Array, flow: Flow, period: Float32Array): void {
  const pairs: { distance: number; i: number; j: number }[] = [];
  for (let i = 0; i < poles.count; i++) {
    const cell = Math.floor(poles.y[i]! / BLOCK) * flow.columns + Math.floor(poles.x[i]! / BLOCK);
    const c = Math.cos(poles.direction[i]!);
    const s = Math.sin(poles.direction[i]!);
    const p = period[cell]!;
    for (let j = 0; j < poles.count; j++) {
      if (i === j) continue;
      const dx = poles.x[j]! - poles.x[i]!;
      const dy = poles.y[j]! - poles.y[i]!;
      if (Math.abs(dx) > 40 || Math.abs(dy) > 40) continue;
      if (Math.cos(poles.direction[j]! - poles.direction[i]!) > -0.5) continue;
      const along = (dx * c + dy * s) / (p * DIPOLE_ALONG);
      const across = (dy * c - dx * s) / (p * DIPOLE_ACROSS);
      const distance = along * along + across * across;
      if (distance < 1) pairs.push({ distance, i, j });
    }
  }
  pairs.sort((a, b) => a.distance - b.distance || a.i - b.i || a.j - b.j);
  for (const { i, j } of pairs) {
    if (dropped[i] || dropped[j]) continue;
    dropped[i] = 1;
    dropped[j] = 1;
  }
}
