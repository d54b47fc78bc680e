import { decodeBmp, isBmp } from './bmp.ts';
import type { GreyImage } from './image.ts';
import { decodeJpeg, isJpeg } from './jpeg.ts';
import { checkSize, ImageError, MAX_FILE_BYTES, plausibleDpi } from './pixels.ts';
import { decodePng, isPng } from './png.ts';
import { decodeTiff, isTiff } from './tiff.ts';

export { ImageError } from './pixels.ts';

const USUAL_DPI = 500;

/** What the sender says about a picture: needed for raw pixels, else used only where the file itself is silent. */
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
 * Reads a PNG, BMP, JPEG or TIFF, or raw grey bytes of the hinted size, as 8-bit grey. At most 1,000 × 1,000
 * pixels, checked before anything is unpacked. Throws `ImageError`, and nothing else, for what cannot be used.
 */
export function decodeImage(bytes: Uint8Array, hint: ImageHint = {}): GreyImage {
  if (bytes.length > MAX_FILE_BYTES) throw new ImageError('The picture is larger than 2 MB.');
  const { width, height, dpi, pixels } = decodeAny(bytes, hint);
  const stated = dpi ?? (hint.dpi === undefined ? undefined : plausibleDpi(hint.dpi, hint.dpi));
  return { width, height, dpi: stated ?? USUAL_DPI, pixels };
}

function decodeAny(bytes: Uint8Array, hint: ImageHint): Decoded {
  const raw = hint.width !== undefined && hint.height !== undefined && hint.width * hint.height === bytes.length;
  if (isPng(bytes)) return decodePng(bytes);
  try {
    if (isJpeg(bytes)) return decodeJpeg(bytes);
    if (isTiff(bytes)) return decodeTiff(bytes);
    if (isBmp(bytes)) return decodeBmp(bytes);
  } catch (error) {
    // Two to four bytes are a weak sign: raw pixels can begin like a file that they are not.
    if (!raw) throw error;
  }
  if (!raw) throw new ImageError('This is no picture that can be read: send a PNG, BMP, JPEG or TIFF.');
  return readRaw(bytes, hint.width ?? 0, hint.height ?? 0);
}

function readRaw(bytes: Uint8Array, width: number, height: number): Decoded {
  checkSize(width, height);
  return { width, height, pixels: Uint8Array.from(bytes) };
}
