import { smooth } from "./blocks.ts";
import { BLOCK } from "./blocks.ts";
import { enhance } from "./enhance.ts";
import { estimatePeriods } from "./frequency.ts";
import type { GreyImage } from "./image.ts";
import type { Minutiae } from "./minutiae.ts";
import { selectMinutiae } from "./minutiae.ts";
import { normalise, RIM } from "./normalise.ts";
import type { Flow } from "./orientation.ts";
import { estimateFlow } from "./orientation.ts";
import { findPoles } from "./poles.ts";
import { atWorkingResolution } from "./resample.ts";
import { segment, vote } from "./segment.ts";
import type { Template } from "./template.ts";
import { MAP_CELL, MAX_SIDE, mapCells } from "./template.ts";

const SMALLEST_SIDE = 32;

/**
 * Finds the minutiae and the ridge flow of one impression, in pixels at 500 dpi. Always returns: a picture without a finger,
 * or one too small or too large for a finger, gives a template without minutiae.
 */
export function extractTemplate(image: GreyImage): Template {
  const picture = atWorkingResolution(image);
  const { width, height } = picture;
  if (width < SMALLEST_SIDE || height < SMALLEST_SIDE || width > MAX_SIDE || height > MAX_SIDE) {
    return pack(0, 0, { x: [], y: [], direction: [], type: [], quality: [] });
  }
  const a = analyse(picture);
  return pack(width, height, a.minutiae, a.flow, a.period, a.mask);
}

export function analyse(picture: GreyImage) {
  const { width, height } = picture;
  const ridges = normalise(picture);
  const finger = segment(picture);
  const rough = estimateFlow(ridges.values, width, height, finger);
  const firstPeriods = estimatePeriods(ridges.values, width, height, rough, finger);
  const first = enhance(ridges.values, width, height, rough, firstPeriods.period, finger);
  const flow = estimateFlow(first.even, width, height, finger, 1, 0.5);
  const { period, strength } = firstPeriods;
  const waves = enhance(ridges.values, width, height, flow, period, finger);
  const clarity = measureClarity(ridges.values, waves.even, waves.odd, width, height, flow);
  const mask = vote(finger.map((f, i) => (f && clarity[i]! > 0.12 && strength[i]! > 0.3 ? 1 : 0)), flow, 2, 0.5);
  const poles = findPoles(waves, width, height, mask, flow);
  const minutiae = selectMinutiae(poles, waves, width, height, flow, period, mask, clarity);
  return { minutiae, flow, period, mask, waves, clarity, poles };
}

/** The share of the picture's energy that the tuned waves explain, 0..1 on the block grid. */
function measureClarity(values: Float32Array, even: Float32Array, odd: Float32Array, width: number, height: number, flow: Flow): Float32Array {
  const cells = flow.columns * flow.rows;
  const all = new Float32Array(cells);
  const explained = new Float32Array(cells);
  const stride = width + 2 * RIM;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y + RIM) * stride + x + RIM;
      const cell = ((y / BLOCK) | 0) * flow.columns + ((x / BLOCK) | 0);
      all[cell] = all[cell]! + values[i]! * values[i]!;
      explained[cell] = explained[cell]! + (even[i]! * even[i]! + odd[i]! * odd[i]!) / 2;
    }
  }
  smooth(all, flow, 1);
  smooth(explained, flow, 1);
  return explained.map((e, i) => Math.min(1, e / (all[i]! + 1e-6)));
}

function pack(width: number, height: number, m: Minutiae, flow?: Flow, period?: Float32Array, mask?: Float32Array): Template {
  const columns = mapCells(width);
  const rows = mapCells(height);
  const orientation = new Uint8Array(columns * rows);
  const periods = new Uint8Array(columns * rows);
  if (flow && period && mask) {
    const per = MAP_CELL / BLOCK;
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        let c = 0;
        let s = 0;
        let p = 0;
        let set = 0;
        for (let v = y * per; v < Math.min(flow.rows, (y + 1) * per); v++) {
          for (let u = x * per; u < Math.min(flow.columns, (x + 1) * per); u++) {
            const cell = v * flow.columns + u;
            if (mask[cell] === 0) continue;
            c += flow.cos[cell]!;
            s += flow.sin[cell]!;
            p += period[cell]!;
            set++;
          }
        }
        if (set < (per * per) / 2) continue;
        orientation[y * columns + x] = Math.round((Math.atan2(s, c) / (2 * Math.PI)) * 256) & 255;
        periods[y * columns + x] = Math.max(1, Math.min(255, Math.round((10 * p) / set)));
      }
    }
  }
  return {
    width,
    height,
    x: Uint16Array.from(m.x),
    y: Uint16Array.from(m.y),
    direction: Uint8Array.from(m.direction, (d) => Math.round((d / (2 * Math.PI)) * 256) & 255),
    type: Uint8Array.from(m.type),
    quality: Uint8Array.from(m.quality),
    orientation,
    period: periods,
  };
}
