import { DIRECTIONS } from './waves.ts';

/** Directions in a radian of the doubled angle. */
const A_RADIAN = DIRECTIONS / (2 * Math.PI);
/** Directions by which `nearly` may be out, and more. */
const TOO_NEAR = 0.05;

/** The nearest of the DIRECTIONS to a flow, whose doubled angle has this cosine and sine (of whatever length). */
export function directionOf(cos: number, sin: number): number {
  const place = nearly(cos, sin) * A_RADIAN;
  // Only near the middle between two directions does the exact angle decide.
  const rounded = Math.round(place);
  const apart = Math.abs(place - rounded);
  return apart < 0.5 - TOO_NEAR ? (rounded + DIRECTIONS) % DIRECTIONS : directionExactly(cos, sin);
}

/** The same by the arc tangent, which takes its time. */
export function directionExactly(cos: number, sin: number): number {
  const angle = Math.atan2(sin, cos) / 2;
  return (Math.round((angle / Math.PI) * DIRECTIONS) + DIRECTIONS) % DIRECTIONS;
}

/** The angle of a vector to 0.004; not a number for none. */
function nearly(cos: number, sin: number): number {
  const across = Math.abs(cos);
  const up = Math.abs(sin);
  const slope = up < across ? up / across : across / up;
  const steep = slope * (Math.PI / 4 + 0.273 * (1 - slope));
  const half = up < across ? steep : Math.PI / 2 - steep;
  const whole = cos < 0 ? Math.PI - half : half;
  return sin < 0 ? -whole : whole;
}
