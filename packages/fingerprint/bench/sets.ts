import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { decodeImage, resolutionOf } from '../src/decoding/decode.ts';
import { plausibleDpi } from '../src/decoding/pixels.ts';
import type { GreyImage } from '../src/image.ts';

/** One picture of a set: `<finger>_<impression>.png`, or `<person>_<finger>_<impression>.png`. */
export interface Impression {
  readonly path: string;
  readonly finger: string;
  readonly number: number;
}

export interface FingerprintSet {
  readonly name: string;
  readonly impressions: readonly Impression[];
}

/** The sets in a folder: the folder itself where it holds pictures, otherwise each folder in it that does. */
export function findSets(folder: string): FingerprintSet[] {
  if (!existsSync(folder)) return [];
  const own = readSet(folder);
  if (own.impressions.length > 0) return [own];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory())
    .map(readSet)
    .filter((set) => set.impressions.length > 0);
}

function readSet(folder: string): FingerprintSet {
  const impressions: Impression[] = [];
  for (const name of readdirSync(folder).sort()) {
    const match = /^(.+)_(\d+)\.(png|bmp|wsq|tiff?|jpe?g)$/i.exec(name);
    if (match) impressions.push({ path: join(folder, name), finger: match[1]!, number: Number(match[2]) });
  }
  return { name: basename(folder), impressions };
}

/** Reads a picture as it is, or as if the finger had been `scale` times as large. */
export async function readImpression(impression: Impression, scale = 1): Promise<GreyImage> {
  const image = await readPicture(impression);
  if (scale === 1) return image;
  const { width, height, dpi, pixels } = image;
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, dpi, pixels: data };
}

async function readPicture({ path }: Impression): Promise<GreyImage> {
  if (!/\.(jpe?g|tiff?)$/i.test(path)) return decodeImage(readFileSync(path));
  const image = sharp(path, { ignoreIcc: true });
  const { density = 0 } = await image.metadata();
  const { data, info } = await image.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    dpi: resolutionOf(plausibleDpi(density, density), {}),
    pixels: data,
  };
}

/** One digest of names and pictures, so that it is known which set was fitted to. */
export function digestOf({ impressions }: FingerprintSet): string {
  const hash = createHash('sha256');
  for (const { path } of impressions)
    hash.update(basename(path)).update(createHash('sha256').update(readFileSync(path)).digest());
  return hash.digest('hex');
}
