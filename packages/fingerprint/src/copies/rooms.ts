import type { Points } from './sketch.ts';

let level = new Float32Array(0);
let points: Points = { x: new Uint16Array(0), y: new Uint16Array(0), sign: new Int8Array(0) };

/**
 * Room for the points of one relief at a time; the one before it is gone. A thread that looks at picture after picture would else leave half a megabyte
 * of each to be collected, and a collection goes through all that the thread knows.
 */
export function reliefRoom(length: number): Float32Array {
  if (level.length < length) level = new Float32Array(length);
  return level.subarray(0, length);
}

/** Room for the points of one sketch at a time; the one before it is gone. */
export function sketchRoom(length: number): Points {
  if (points.x.length < length)
    points = { x: new Uint16Array(length), y: new Uint16Array(length), sign: new Int8Array(length) };
  return points;
}
