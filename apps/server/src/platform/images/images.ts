import sharp, { type Sharp, type SharpOptions } from 'sharp';

// An SVG is a program; none is ever read, by whichever thread: libvips keeps one list for the whole process.
sharp.block({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick'] });
sharp.cache(false);

const LARGEST_SIDE = 512;
const LARGEST_PHOTO = 480;
const SMALLEST_PHOTO = 96;
const SMALL_FACE = 128;
const MOST_PIXELS = 16_000_000;

/** Opens a picture from outside: its first page, without any loader that runs programs. The caller names its limit of pixels. */
export function openImage(
  bytes: Uint8Array,
  limits: SharpOptions & Required<Pick<SharpOptions, 'limitInputPixels' | 'failOn'>>,
): Sharp {
  return sharp(bytes, { ...limits, pages: 1, unlimited: false });
}

/**
 * Reads a PNG, JPEG or WebP and writes it anew as a PNG of at most 512 × 512 pixels without metadata, so that nothing
 * of the upload but its pixels is kept. Returns null for anything that is not such a picture.
 */
export async function reencodeLogo(bytes: Uint8Array): Promise<Buffer | null> {
  if (!looksLikePicture(bytes)) return null;
  try {
    return await openImage(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .resize(LARGEST_SIDE, LARGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 5 })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    // Whatever the decoder dislikes, the answer is the same: not a picture we take.
    return null;
  }
}

/**
 * Reads the photo of a person and writes it anew as a JPEG of at most 480 × 480 pixels: without the place and time that a camera notes in
 * it, and no more than a face at arm's length needs. Returns null for anything that is not a picture, or too small to know a face by.
 */
export async function reencodePhoto(bytes: Uint8Array): Promise<Buffer | null> {
  if (!looksLikePicture(bytes)) return null;
  try {
    const picture = openImage(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { width, height } = await picture.metadata();
    if (Math.min(width, height) < SMALLEST_PHOTO) return null;
    return await picture
      .rotate()
      .resize(LARGEST_PHOTO, LARGEST_PHOTO, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .timeout({ seconds: 5 })
      .jpeg({ quality: 80 })
      .toBuffer();
  } catch {
    // Whatever the decoder dislikes, the answer is the same: not a picture we take.
    return null;
  }
}

/** Makes a photo that `reencodePhoto` has written a square JPEG of 128 pixels, about 3 kB: its middle, as a screen shows it. */
export function shrinkPhoto(jpeg: Uint8Array): Promise<Buffer> {
  return openImage(jpeg, { limitInputPixels: LARGEST_PHOTO ** 2, failOn: 'error' })
    .resize(SMALL_FACE, SMALL_FACE, { fit: 'cover' })
    .timeout({ seconds: 5 })
    .jpeg({ quality: 60, mozjpeg: true })
    .toBuffer();
}

/** Reads a picture from outside and writes it anew as a JPEG of at most 1920 pixels' width, or null. */
export async function reencodeBackground(bytes: Uint8Array): Promise<Buffer | null> {
  if (!looksLikePicture(bytes)) return null;
  try {
    return await openImage(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .resize(1920, 1200, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 5 })
      .jpeg({ quality: 78 })
      .toBuffer();
  } catch {
    // No picture that can be shown: the caller does without.
    return null;
  }
}

function looksLikePicture(bytes: Uint8Array): boolean {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return hex.startsWith('89504e470d0a1a0a') || hex.startsWith('ffd8ff') || /^52494646.{8}57454250/.test(hex);
}
