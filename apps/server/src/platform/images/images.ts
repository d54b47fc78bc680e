import sharp, { type Sharp, type SharpOptions } from 'sharp';

// Disables the loaders for SVG, PDF and ImageMagick formats, whose files can contain code. libvips keeps one list of blocked loaders
// for the whole process, so the block holds in every thread.
sharp.block({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick'] });
sharp.cache(false);

const MAX_LOGO_PX = 512;
const MAX_PHOTO_PX = 480;
const MIN_PHOTO_PX = 96;
const SMALL_FACE = 128;
const MAX_PIXELS = 16_000_000;

/** Opens the first page of an untrusted image, with the loaders above blocked. The caller sets the pixel limit. */
export function openImage(
  bytes: Uint8Array,
  limits: SharpOptions & Required<Pick<SharpOptions, 'limitInputPixels' | 'failOn'>>,
): Sharp {
  return sharp(bytes, { ...limits, pages: 1, unlimited: false });
}

/**
 * Re-encodes a PNG, JPEG or WebP as a PNG of at most 512 × 512 pixels without metadata, so that only the pixels of the upload are kept.
 * Returns null for anything that is no such image.
 */
export async function reencodeLogo(bytes: Uint8Array): Promise<Buffer | null> {
  if (!looksLikePicture(bytes)) return null;
  try {
    return await openImage(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(MAX_LOGO_PX, MAX_LOGO_PX, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 5 })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    // The answer is the same for any decoder error: no acceptable image.
    return null;
  }
}

/**
 * Re-encodes the photo of a person as a JPEG of at most 480 × 480 pixels, which suffices for a face at arm's length, without the place
 * and time that a camera stores. Returns null for anything that is no image, or too small to recognise a face.
 */
export async function reencodePhoto(bytes: Uint8Array): Promise<Buffer | null> {
  if (!looksLikePicture(bytes)) return null;
  try {
    const picture = openImage(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { width, height } = await picture.metadata();
    if (Math.min(width, height) < MIN_PHOTO_PX) return null;
    return await picture
      .rotate()
      .resize(MAX_PHOTO_PX, MAX_PHOTO_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .timeout({ seconds: 5 })
      .jpeg({ quality: 80 })
      .toBuffer();
  } catch {
    // The answer is the same for any decoder error: no acceptable image.
    return null;
  }
}

/** Crops a photo from `reencodePhoto` to its central square, as screens show it: a JPEG of 128 × 128 pixels, about 3 kB. */
export function shrinkPhoto(jpeg: Uint8Array): Promise<Buffer> {
  return openImage(jpeg, { limitInputPixels: MAX_PHOTO_PX ** 2, failOn: 'error' })
    .resize(SMALL_FACE, SMALL_FACE, { fit: 'cover' })
    .timeout({ seconds: 5 })
    .jpeg({ quality: 60, mozjpeg: true })
    .toBuffer();
}

/**
 * Re-encodes an untrusted image as a JPEG that is at most 1920 pixels wide and 1200 high; returns null for anything that is no image.
 */
export async function reencodeBackground(bytes: Uint8Array): Promise<Buffer | null> {
  if (!looksLikePicture(bytes)) return null;
  try {
    return await openImage(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .resize(1920, 1200, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 5 })
      .jpeg({ quality: 78 })
      .toBuffer();
  } catch {
    // The image cannot be decoded: the caller does without it.
    return null;
  }
}

function looksLikePicture(bytes: Uint8Array): boolean {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return hex.startsWith('89504e470d0a1a0a') || hex.startsWith('ffd8ff') || /^52494646.{8}57454250/.test(hex);
}
