import type { Points } from './sketch.ts';

let level = new Float32Array(0);
let points: Points = { x: new Uint16Array(0), y: new Uint16Array(0), sign: new Int8Array(0) };

/**
 * Reusable buffer for the points of one relief; each call invalidates the earlier relief. A thread that processes many pictures would
 * otherwise leave half a megabyte of garbage for each, and a garbage collection traverses everything that the thread holds.
 */
export function reliefRoom(length: number): Float32Array {
  if (level.length < length) level = new Float32Array(length);
  return level.subarray(0, length);
}

/** Reusable buffer for the points of one sketch; each call invalidates the earlier sketch. */
export function sketchRoom(length: number): Points {
  if (points.x.length < length)
    points = { x: new Uint16Array(length), y: new Uint16Array(length), sign: new Int8Array(length) };
  return points;
}
