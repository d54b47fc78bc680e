const EARTH_RADIUS_M = 6_371_000;

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Returns the great-circle distance in metres. */
export function metresBetween(start: Point, end: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const across =
    half(start.longitude, end.longitude) * Math.cos(radians(start.latitude)) * Math.cos(radians(end.latitude));
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(half(start.latitude, end.latitude) + across));
}
