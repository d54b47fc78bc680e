import {
  checkLength,
  decodeImage,
  ImageError,
  type ImageHint,
  mayBeRaw,
  resolutionOf,
} from '@mfuko/fingerprint/decoding/decode';
import { checkSize, greyOf, MAX_PIXELS_A_SIDE, plausibleDpi } from '@mfuko/fingerprint/decoding/pixels';
import type { GreyImage } from '@mfuko/fingerprint/image';
import { openImage } from '../../platform/images/images.ts';
import { inNative } from './native-code.ts';

type Format = 'JPEG' | 'TIFF';

/** Longest that libvips may take for a picture, in seconds, so that a worker past its time limit leaves native code and can be terminated. */
const MAX_SECONDS = 10;

/** Colour spaces and sample depths of fingerprint readers; CMYK, Lab, floating point and the like are refused. */
const SPACES = ['b-w', 'grey16', 'srgb', 'rgb16'];
const DEPTHS = ['uchar', 'ushort'];

/**
 * Decodes a reader's picture to 8-bit grey: JPEG and TIFF (first page, oriented as the file states) by sharp; PNG, BMP, WSQ and raw
 * grey bytes by the engine. At most 1,000 × 1,000 pixels, checked before any decompression. Throws `ImageError`, and nothing else, for
 * an unusable picture.
 */
export async function decodePicture(bytes: Uint8Array, hint: ImageHint = {}): Promise<GreyImage> {
  checkLength(bytes);
  const format = formatOf(bytes);
  if (format === undefined) return decodeImage(bytes, hint);
  try {
    return await inNative(() => decodeBySharp(bytes, format, hint));
  } catch (error) {
    if (!(error instanceof ImageError && mayBeRaw(bytes, hint))) throw error;
    return decodeImage(bytes, hint);
  }
}

function formatOf([a, b, c, d]: Uint8Array): Format | undefined {
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'JPEG';
  const tiff = (a === 0x49 && b === 0x49 && c === 42 && d === 0) || (a === 0x4d && b === 0x4d && c === 0 && d === 42);
  return tiff ? 'TIFF' : undefined;
}

async function decodeBySharp(bytes: Uint8Array, format: Format, hint: ImageHint): Promise<GreyImage> {
  try {
    // TIFFs of many programs raise warnings, mostly about unsorted fields; a JPEG that raises one is damaged.
    const failOn = format === 'TIFF' ? 'error' : 'warning';
    const image = openImage(bytes, {
      limitInputPixels: MAX_PIXELS_A_SIDE ** 2,
      limitInputChannels: 4,
      failOn,
      ignoreIcc: true,
    });
    const about = await image.metadata();
    const { space, depth } = about;
    checkSize(about.width, about.height);
    if (!SPACES.includes(space) || !DEPTHS.includes(depth))
      throw new ImageError(`The ${format} is of a kind that cannot be read.`);
    // Applies the orientation that the file states, because a mirrored finger matches nobody.
    const { data, info } = await image
      .autoOrient()
      .flatten({ background: 'white' })
      .toColourspace(about.channels < 3 ? 'b-w' : 'srgb')
      .raw()
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer({ resolveWithObject: true });
    const stated =
      about.resolutionUnit === undefined ? undefined : plausibleDpi(about.density ?? 0, about.density ?? 0);
    const { width, height } = info;
    return { width, height, dpi: resolutionOf(stated, hint), pixels: info.channels === 1 ? data : greyOfAll(data) };
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError(reasonOf(error instanceof Error ? error.message : '', format));
  }
}

/** Translates an error of libvips and its decoders into a message for the sender. */
function reasonOf(said: string, format: Format): string {
  if (/exceeds pixel limit/.test(said))
    return `The picture is larger than ${MAX_PIXELS_A_SIDE} × ${MAX_PIXELS_A_SIDE} pixels.`;
  if (/exceeds channel limit|unsupported (jpeg|tiff)/i.test(said))
    return `The ${format} is of a kind that cannot be read.`;
  if (/not implemented|not configured/.test(said)) return `The ${format} is packed in a way that cannot be read.`;
  if (/premature end|not enough data|read error at|unsupported image format/i.test(said))
    return 'The picture is cut off.';
  if (/empty jpeg/i.test(said)) return 'The picture has no pixels.';
  return `The ${format} is damaged.`;
}

function greyOfAll(rgb: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgb.length / 3);
  for (let i = 0; i < grey.length; i++) grey[i] = greyOf(rgb[3 * i] ?? 0, rgb[3 * i + 1] ?? 0, rgb[3 * i + 2] ?? 0);
  return grey;
}
