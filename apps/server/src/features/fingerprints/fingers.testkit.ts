import { crc32, deflateSync } from 'node:zlib';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import type { GreyImage } from '@mfuko/fingerprint/image';
import { paint, rebuildRidges } from '@mfuko/fingerprint/rebuilt/rebuild.testkit';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import sharp from 'sharp';

const fingers = new Map<number, ReturnType<typeof makeFinger>>();
const prints = new Map<string, string>();

/** Draws a picture of a synthetic finger; each `seed` is another touch of the reader. */
export function capture(finger: number, seed: number, how: object = {}): GreyImage {
  let grown = fingers.get(finger);
  if (!grown) fingers.set(finger, (grown = makeFinger(finger)));
  return impress(grown, { seed, ...how });
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/**
 * Returns a capture as the field of a call. Cached, because drawing takes longer than the call: tests with a school each may use the
 * same `seed`.
 */
export function print(finger: number, seed: number, how: object = {}): { B64Fingerprint: string } {
  const which = JSON.stringify([finger, seed, how]);
  let drawn = prints.get(which);
  if (drawn === undefined) prints.set(which, (drawn = base64(encodePng(capture(finger, seed, how)))));
  return { B64Fingerprint: drawn };
}

/** Returns a picture rebuilt from the template of a capture, as an attacker with a stolen template would make it. */
export function rebuiltPrint(finger: number, seed: number): { B64Fingerprint: string } {
  const ridges = rebuildRidges(extractTemplate(capture(finger, seed)));
  return { B64Fingerprint: base64(encodePng(paint(ridges, (level) => 128 - 100 * level))) };
}

/** Encodes the same pixels as an uncompressed 24-bit BMP. */
export function asBmp({ width, height, pixels }: GreyImage): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      file.fill(pixels[(height - 1 - y) * width + x] ?? 0, 54 + y * stride + x * 3, 57 + y * stride + x * 3);
  }
  return file;
}

/** Encodes the same pixels as a colour PNG with other compression and a comment. */
export function asColourPng({ width, height, pixels }: GreyImage): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (1 + width * 3) + 1 + x * 3;
      rows.fill(pixels[y * width + x] ?? 0, at, at + 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0another file altogether', 'latin1')),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Encodes the same finger as a JPEG of quality 90. */
export function asJpeg({ width, height, dpi, pixels }: GreyImage): Promise<Buffer> {
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  return picture.withMetadata({ density: dpi }).jpeg({ quality: 90 }).toBuffer();
}

/** Encodes the same pixels as a compressed TIFF. */
export function asTiff({ width, height, dpi, pixels }: GreyImage): Promise<Buffer> {
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  return picture.tiff({ compression: 'lzw', xres: dpi / 25.4, yres: dpi / 25.4 }).toBuffer();
}

function chunk(kind: string, body: Uint8Array): Buffer {
  const data = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const framed = Buffer.alloc(data.length + 8);
  framed.writeUInt32BE(body.length);
  data.copy(framed, 4);
  framed.writeUInt32BE(crc32(data), data.length + 4);
  return framed;
}
