import type { GreyImage } from '../image.ts';
import { decodeBmp, isBmp } from './bmp.ts';
import { checkSize, ImageError, MAX_FILE_BYTES, plausibleDpi } from './pixels.ts';
import { decodePng, isPng } from './png.ts';
import { decodeWsq, isWsq } from './wsq.ts';

export { ImageError } from './pixels.ts';

const USUAL_DPI = 500;

/** Image hint: what the sender declares about a picture: required for raw pixels, otherwise used only for what the file does not state. */
export interface ImageHint {
  readonly width?: number;
  readonly height?: number;
  readonly dpi?: number;
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly dpi?: number | undefined;
  readonly pixels: Uint8Array;
}

/**
 * Decodes a PNG, BMP or WSQ, or raw grey bytes of the hinted size, to 8-bit grey. At most 1,000 × 1,000 pixels, checked before anything
 * is decompressed. Throws `ImageError`, and nothing else, for unusable input.
 */
export function decodeImage(bytes: Uint8Array, hint: ImageHint = {}): GreyImage {
  checkLength(bytes);
  const { width, height, dpi, pixels } = decodeAny(bytes, hint);
  return { width, height, dpi: resolutionOf(dpi, hint), pixels };
}

/** Throws for a file that is longer than any picture of a finger. */
export function checkLength(bytes: Uint8Array): void {
  if (bytes.length > MAX_FILE_BYTES) throw new ImageError('The picture is larger than 2 MB.');
}

/**
 * Returns true if the hinted size makes the bytes raw pixels. A file's signature of two to four bytes can also begin raw pixels, so the
 * size decides.
 */
export function mayBeRaw(bytes: Uint8Array, hint: ImageHint): boolean {
  return hint.width !== undefined && hint.height !== undefined && hint.width * hint.height === bytes.length;
}

/** Returns the resolution in dpi: that of the file, else the sender's, else that of most readers. */
export function resolutionOf(stated: number | undefined, hint: ImageHint): number {
  return stated ?? (hint.dpi === undefined ? undefined : plausibleDpi(hint.dpi, hint.dpi)) ?? USUAL_DPI;
}

function decodeAny(bytes: Uint8Array, hint: ImageHint): Decoded {
  const raw = mayBeRaw(bytes, hint);
  if (isPng(bytes)) return decodePng(bytes);
  try {
    if (isBmp(bytes)) return decodeBmp(bytes);
    if (isWsq(bytes)) return decodeWsq(bytes);
  } catch (error) {
    if (!raw) throw error;
  }
  if (!raw) throw new ImageError('This is no picture that can be read: send a PNG, BMP, JPEG, TIFF or WSQ.');
  return readRaw(bytes, hint.width ?? 0, hint.height ?? 0);
}

function readRaw(bytes: Uint8Array, width: number, height: number): Decoded {
  checkSize(width, height);
  return { width, height, pixels: Uint8Array.from(bytes) };
}
