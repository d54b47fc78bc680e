import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeImage, resolutionOf } from '@mfuko/fingerprint/decoding/decode';
import { MAX_PIXELS_A_SIDE, plausibleDpi } from '@mfuko/fingerprint/decoding/pixels';
import type { GreyImage } from '@mfuko/fingerprint/image';
import sharp from 'sharp';
import { ConfigError } from './config.ts';
import type { Fingers } from './fingers.ts';
import { vary } from './variation.ts';

/** The setting and the option, either of which gives the folder. */
const SETTING = 'SCANNER_FINGERS (--fingers)';
const NAMED = /^([\w-]+)_([^_]+)\.(png|bmp|wsq|jpe?g|tiff?)$/i;

/** Reads fingers from a folder of pictures named `<finger>_<impression>.png`. Throws ConfigError where the folder
 * contains none or cannot be read. */
export function folderFingers(folder: string, seed: number): Fingers {
  const files = new Map<string, string[]>();
  for (const file of listFiles(folder).sort(inOrder)) {
    const id = NAMED.exec(file)?.[1];
    if (id !== undefined) files.set(id, [...(files.get(id) ?? []), file]);
  }
  if (files.size === 0)
    throw new ConfigError(`${SETTING} names a folder without a picture <finger>_<impression>.png: ${folder}`);
  const used = new Map<string, number>();
  const read = (file: string | undefined): Promise<GreyImage> => readPicture(join(folder, file ?? ''));
  return {
    list: () => [...files.keys()].map((id) => ({ id, name: `Finger ${id}` })),
    has: (id) => files.has(id),
    async press(id, press, dirty) {
      const own = files.get(id) ?? [];
      const turn = used.get(id) ?? 0;
      used.set(id, turn + 1);
      // Each impression is first returned once as it is; after that the impressions repeat, each laid anew.
      return vary(
        await read(own[turn % own.length]),
        seed + press,
        dirty ? 'dirty' : turn < own.length ? 'as it is' : 'laid anew',
      );
    },
    portrait: (id) => read(files.get(id)?.[0]),
  };
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new ConfigError(
      `${SETTING} names no folder that can be read (${(error as NodeJS.ErrnoException).code}): ${folder}`,
    );
  }
}

async function readPicture(path: string): Promise<GreyImage> {
  if (!/\.(jpe?g|tiff?)$/i.test(path)) return decodeImage(readFileSync(path));
  const image = sharp(path, { limitInputPixels: MAX_PIXELS_A_SIDE ** 2, ignoreIcc: true });
  const { density = 0 } = await image.metadata();
  const { data, info } = await image
    .flatten({ background: 'white' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    dpi: resolutionOf(plausibleDpi(density, density), {}),
    pixels: data,
  };
}

function inOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
