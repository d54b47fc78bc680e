/** Cosine and sine of angles in 256ths of a full turn, the unit of templates. */
export const COS = Float32Array.from({ length: 256 }, (_, k) => Math.cos((k * Math.PI) / 128));
export const SIN = Float32Array.from({ length: 256 }, (_, k) => Math.sin((k * Math.PI) / 128));

/** Returns the signed difference from one direction to another, -128 to 127 256ths of a turn. */
export function twistBetween(from: number, to: number): number {
  return ((to - from + 128) & 255) - 128;
}
