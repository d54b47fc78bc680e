import { BLOCK, gridOf } from '../extraction/blocks.ts';
import { chooseWaves, enhance, type Waves } from '../extraction/enhance.ts';
import { RIM } from '../extraction/layout.ts';
import { smooth } from '../extraction/smooth.ts';
import type { GreyImage } from '../image.ts';
import { ENDING, MAP_CELL, mapCells, type Template } from '../template/template.ts';
import { COS, SIN } from '../template/turns.ts';

/** Passes of growth: ridges spread by about a period with each, and minutiae are seldom ten periods apart. */
const PASSES = 24;
/** Passes with the minutiae held in place; the last ones heal the seams. */
const HELD = 20;
/** A growing rim answers with half of its height: it must not die out. */
const GAIN = 2;
/** Ridge periods round a minutia that its spiral is laid down for. */
const SPIRAL = 1.1;

/** Ridges as a thief would grow them from a stolen template: ridges towards 1, valleys towards -1, 0 where the template shows no finger. */
export interface Rebuilt {
  readonly width: number;
  readonly height: number;
  /** With a rim of RIM pixels, as the waves. */
  readonly level: Float32Array;
  /** Output of the last pass of growth. */
  readonly waves: Waves;
  /** 1 on the finger, for blocks of BLOCK pixels. */
  readonly finger: Float32Array;
}

/**
 * Rebuilds the ridges of a finger from its template: spirals of the ridge phase at the minutiae (the AM-FM model of Feng and Jain, "Fingerprint
 * reconstruction: from minutiae to phase", IEEE TPAMI 2011), from which Gabor waves tuned to the flow and period of the map grow until they meet
 * (Cappelli, Lumini, Maio and Maltoni, "Fingerprint image reconstruction from standard templates", IEEE TPAMI 2007).
 */
export function rebuildRidges(template: Template): Rebuilt {
  const { width, height } = template;
  const grid = gridOf(width, height);
  const cells = grid.columns * grid.rows;
  const finger = new Float32Array(cells);
  const cos = new Float32Array(cells);
  const sin = new Float32Array(cells);
  const period = new Float32Array(cells);
  const columns = mapCells(width);
  for (let i = 0; i < cells; i++) {
    const x = Math.floor(((i % grid.columns) * BLOCK) / MAP_CELL);
    const y = Math.floor((Math.floor(i / grid.columns) * BLOCK) / MAP_CELL);
    const cell = y * columns + x;
    if (template.period[cell] === 0) continue;
    finger[i] = 1;
    cos[i] = COS[template.orientation[cell]!]!;
    sin[i] = SIN[template.orientation[cell]!]!;
    period[i] = template.period[cell]! / 10;
  }
  const near = Float32Array.from(finger);
  for (const field of [cos, sin, period, near]) smooth(field, grid, 1.2);
  for (let i = 0; i < cells; i++) period[i] = near[i]! > 0 ? period[i]! / near[i]! : 0;
  const flow = { ...grid, cos, sin };
  const stride = width + 2 * RIM;
  const wanted = near.map((n) => (n > 0 ? 1 : 0));
  let values: Float32Array = new Float32Array(stride * (height + 2 * RIM));
  let waves: Waves | undefined;
  const spirals = new Float32Array(values.length);
  const weights = new Float32Array(values.length);
  layDown(template, period, grid.columns, stride, spirals, weights);
  const chosen = chooseWaves(width, height, grid, period, wanted, wanted);
  for (let pass = 0; pass < PASSES; pass++) {
    if (pass < HELD) for (let i = 0; i < values.length; i++) values[i] = hold(values[i]!, spirals[i]!, weights[i]!);
    const grown = enhance(values, width, height, flow, chosen);
    waves = { ...grown, even: grown.even.slice(), odd: grown.odd.slice() };
    values = waves.even.map((v) => Math.max(-1, Math.min(1, GAIN * v)));
  }
  if (waves === undefined) throw new TypeError('The number of growing passes must be at least 1.');
  return { width, height, level: values, waves, finger };
}

/** Paints ridges on bright glass: `grey` of each point of the finger. */
export function paint(ridges: Rebuilt, grey: (level: number, x: number, y: number) => number): GreyImage {
  const { width, height, level, finger } = ridges;
  const pixels = new Uint8ClampedArray(width * height);
  const columns = Math.ceil(width / BLOCK);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const on = finger[((y / BLOCK) | 0) * columns + ((x / BLOCK) | 0)]! > 0;
      pixels[y * width + x] = on ? grey(level[(y + RIM) * (width + 2 * RIM) + x + RIM]!, x, y) : 245;
    }
  }
  return { width, height, dpi: 500, pixels: Uint8Array.from(pixels) };
}

function hold(grown: number, spiral: number, weight: number): number {
  const held = Math.min(1, weight);
  return weight > 0 ? grown * (1 - held) + (spiral / weight) * held : grown;
}

function layDown(
  t: Template,
  period: Float32Array,
  columns: number,
  stride: number,
  spirals: Float32Array,
  weights: Float32Array,
): void {
  for (let m = 0; m < t.x.length; m++) {
    const wave = period[Math.floor(t.y[m]! / BLOCK) * columns + Math.floor(t.x[m]! / BLOCK)] || 9;
    const sigma = SPIRAL * wave;
    const reach = Math.ceil(2.2 * sigma);
    const c = COS[t.direction[m]!]!;
    const s = SIN[t.direction[m]!]!;
    for (let y = Math.max(0, t.y[m]! - reach); y <= Math.min(t.height - 1, t.y[m]! + reach); y++) {
      for (let x = Math.max(0, t.x[m]! - reach); x <= Math.min(t.width - 1, t.x[m]! + reach); x++) {
        const dx = x - t.x[m]! - 0.5;
        const dy = y - t.y[m]! - 0.5;
        const along = dx * c + dy * s;
        const across = dy * c - dx * s;
        const weight = Math.exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
        const phase = (2 * Math.PI * across) / wave - Math.atan2(across, along) + (t.type[m] === ENDING ? 0 : Math.PI);
        const at = (y + RIM) * stride + x + RIM;
        spirals[at] = spirals[at]! + weight * Math.cos(phase);
        weights[at] = weights[at]! + weight;
      }
    }
  }
}
