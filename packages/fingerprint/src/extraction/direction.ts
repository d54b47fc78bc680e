import { DIRECTIONS } from './waves.ts';

/** Directions per radian of the doubled angle. */
const A_RADIAN = DIRECTIONS / (2 * Math.PI);
/** Distance in directions within which the exact angle is computed: larger than the error of `nearly`. */
const TOO_NEAR = 0.05;

/** Returns the nearest of the DIRECTIONS to a flow whose doubled angle has this cosine and sine (of any length). */
export function directionOf(cos: number, sin: number): number {
  const place = nearly(cos, sin) * A_RADIAN;
  // The exact angle only matters near the middle between two directions.
  const rounded = Math.round(place);
  const apart = Math.abs(place - rounded);
  return apart < 0.5 - TOO_NEAR ? (rounded + DIRECTIONS) % DIRECTIONS : directionExactly(cos, sin);
}

/** Computes the direction by the arc tangent, which is slower. */
export function directionExactly(cos: number, sin: number): number {
  const angle = Math.atan2(sin, cos) / 2;
  return (Math.round((angle / Math.PI) * DIRECTIONS) + DIRECTIONS) % DIRECTIONS;
}

/** Angle of a vector, accurate to 0.004; NaN for the zero vector. */
function nearly(cos: number, sin: number): number {
  const across = Math.abs(cos);
  const up = Math.abs(sin);
  const slope = up < across ? up / across : across / up;
  const steep = slope * (Math.PI / 4 + 0.273 * (1 - slope));
  const half = up < across ? steep : Math.PI / 2 - steep;
  const whole = cos < 0 ? Math.PI - half : half;
  return sin < 0 ? -whole : whole;
}
