import type { Template } from '../template/template.ts';
import { MAP_CELL, mapCells } from '../template/template.ts';
import { BLOCK } from './blocks.ts';
import type { Minutiae } from './minutiae.ts';
import type { Flow } from './orientation.ts';

const BLOCKS_PER_CELL = MAP_CELL / BLOCK;

/** The template of a picture without a finger. */
export function emptyTemplate(): Template {
  const none = new Uint8Array(0);
  const nowhere = new Uint16Array(0);
  return {
    width: 0,
    height: 0,
    x: nowhere,
    y: nowhere,
    direction: none,
    type: none,
    quality: none,
    orientation: none,
    period: none,
  };
}

/** Quantises the findings to a template. A map cell counts as finger if half of its blocks do (`mask`). */
export function packTemplate(
  width: number,
  height: number,
  minutiae: Minutiae,
  flow: Flow,
  period: Float32Array,
  mask: Float32Array,
): Template {
  const columns = mapCells(width);
  const rows = mapCells(height);
  const orientations = new Uint8Array(columns * rows);
  const periods = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let cos = 0;
      let sin = 0;
      let sum = 0;
      let set = 0;
      for (let v = y * BLOCKS_PER_CELL; v < Math.min(flow.rows, (y + 1) * BLOCKS_PER_CELL); v++) {
        for (let u = x * BLOCKS_PER_CELL; u < Math.min(flow.columns, (x + 1) * BLOCKS_PER_CELL); u++) {
          const block = v * flow.columns + u;
          if (mask[block] === 0) continue;
          cos += flow.cos[block]!;
          sin += flow.sin[block]!;
          sum += period[block]!;
          set++;
        }
      }
      if (set < (BLOCKS_PER_CELL * BLOCKS_PER_CELL) / 2) continue;
      orientations[y * columns + x] = Math.round((Math.atan2(sin, cos) * 128) / Math.PI) & 255;
      periods[y * columns + x] = Math.max(1, Math.min(255, Math.round((10 * sum) / set)));
    }
  }
  return {
    width,
    height,
    x: Uint16Array.from(minutiae.x),
    y: Uint16Array.from(minutiae.y),
    direction: Uint8Array.from(minutiae.direction, (d) => Math.round((d * 128) / Math.PI) & 255),
    type: Uint8Array.from(minutiae.type),
    quality: Uint8Array.from(minutiae.quality),
    orientation: orientations,
    period: periods,
  };
}
