/** ImageError: thrown for a picture that cannot be used. The message may be shown to the person who sent it. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/** Longest side of a picture, in pixels. */
export const MAX_PIXELS_A_SIDE = 1000;
/** Largest file, in bytes. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** Throws for a size that no fingerprint has, before anything is allocated. */
export function checkSize(width: number, height: number): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new ImageError('The picture has no pixels.');
  if (width > MAX_PIXELS_A_SIDE || height > MAX_PIXELS_A_SIDE) {
    throw new ImageError(`The picture is larger than ${MAX_PIXELS_A_SIDE} × ${MAX_PIXELS_A_SIDE} pixels.`);
  }
}

/** Converts red, green and blue, each 0..255, to grey (ITU-R BT.601, like JPEG). */
export function greyOf(red: number, green: number, blue: number): number {
  return (red * 19595 + green * 38470 + blue * 7471 + 32768) >> 16;
}

/** Blends a grey value over white paper; `alpha` from 0 (transparent) to 255. */
export function overWhite(grey: number, alpha: number): number {
  return alpha === 255 ? grey : Math.round((grey * alpha + 255 * (255 - alpha)) / 255);
}

/**
 * Returns the resolution that a file states if it is equal in both directions and possible for a reader; otherwise undefined, since tools
 * write 72 or 96 by default.
 */
export function plausibleDpi(x: number, y: number): number | undefined {
  if (!(x >= 149.5 && x <= 2000.5) || !(Math.abs(x - y) <= 0.05 * x)) return undefined;
  return Math.round(x);
}

/** Returns a part of a file; throws instead of reading past the end. */
export function slice(bytes: Uint8Array, from: number, length: number): Uint8Array {
  if (!(from >= 0 && length >= 0 && from + length <= bytes.length)) throw new ImageError('The picture is cut off.');
  return bytes.subarray(from, from + length);
}

export function byteAt(bytes: Uint8Array, at: number): number {
  const value = bytes[at];
  if (value === undefined) throw new ImageError('The picture is cut off.');
  return value;
}

export function u16(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const a = byteAt(bytes, at);
  const b = byteAt(bytes, at + 1);
  return littleEndian ? a | (b << 8) : (a << 8) | b;
}

export function u32(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const a = u16(bytes, at, littleEndian);
  const b = u16(bytes, at + 2, littleEndian);
  return littleEndian ? a + b * 65536 : a * 65536 + b;
}
