import { ImageError, type ImageHint } from '@mfuko/fingerprint/decoding/decode';
import { apart, bmp, noise, soft } from '@mfuko/fingerprint/decoding/formats.testkit';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { encodeWsq } from '@mfuko/fingerprint/decoding/wsq.testkit';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodePicture } from './decode.ts';
import { isInNative } from './native-code.ts';

const [WIDTH, HEIGHT] = [48, 40];
const grey = (width = WIDTH, height = HEIGHT) =>
  sharp(noise(width * height), { raw: { width, height, channels: 1 } }).toColourspace('b-w');
const colour = () => sharp(soft(WIDTH, HEIGHT), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

let files: Buffer[] = [];
beforeAll(async () => {
  files = [
    await colour().jpeg().toBuffer(),
    await colour().jpeg({ progressive: true }).toBuffer(),
    await grey().jpeg({ quality: 95 }).toBuffer(),
    ...(await Promise.all(
      (['none', 'lzw', 'deflate', 'packbits', 'jpeg'] as const).map((compression) =>
        colour().tiff({ compression }).toBuffer(),
      ),
    )),
  ];
});

/** Decodes; fails the test on any error but ImageError, and on a long run time. */
async function survives(bytes: Uint8Array, hint?: ImageHint): Promise<void> {
  const before = performance.now();
  try {
    const { width, height, dpi, pixels } = await decodePicture(bytes, hint);
    expect(pixels.length).toBe(width * height);
    expect(dpi).toBeGreaterThanOrEqual(100);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    expect(error.message).toMatch(/^(The|This) [^\n]+\.$/);
  }
  expect(performance.now() - before).toBeLessThan(15_000);
}

test("a JPEG's colours are decoded without its ICC profile", async () => {
  const named = await colour().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
  const at = named.indexOf('ICC_PROFILE') - 4;
  expect(at).toBeGreaterThan(0);
  const plain = Buffer.concat([named.subarray(0, at), named.subarray(at + 2 + named.readUInt16BE(at + 2))]);
  expect(plain.includes('ICC_PROFILE')).toBe(false);
  expect(await decodePicture(named)).toEqual(await decodePicture(plain));
});

test.each(['00d8ff', 'ff00ff', 'ffd800'])('bytes that begin with %s are not called a damaged JPEG', async (start) => {
  const bytes = Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(100, 7)]);
  await expect(decodePicture(bytes)).rejects.toThrow('This is no picture that can be read');
});

test('isInNative is true exactly while sharp decodes', async () => {
  for (const file of [...files, Buffer.from('ffd8ff00', 'hex')]) {
    const decoding = decodePicture(file).catch(() => undefined);
    expect(isInNative()).toBe(true);
    await decoding;
    expect(isInNative()).toBe(false);
  }
});

describe('decodePicture with arbitrary bytes', () => {
  test('random bytes after a JPEG or TIFF signature give a picture or an ImageError', async () => {
    const start = fc.constantFrom('ffd8ff', '49492a00', '4d4d002a', '49492a0008000000');
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 600 }), (head, rest) =>
        survives(Buffer.concat([Buffer.from(head, 'hex'), rest])),
      ),
      { numRuns: 500 },
    );
  });

  test('a corrupted file gives a picture or an ImageError', async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      early: fc.boolean(),
      to: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 127, 128, 255)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        async (which, changes, cut) => {
          const bytes = Buffer.from(files[which % files.length] ?? '');
          // Half of the changes hit the first bytes, which hold the headers.
          for (const { at, early, to } of changes)
            bytes[Math.floor(at * ((early ? Math.min(200, bytes.length) : bytes.length) - 1))] = to;
          await survives(cut === null ? bytes : bytes.subarray(0, Math.ceil(cut * bytes.length)));
        },
      ),
      { numRuns: 1500 },
    );
  });
});

describe('decodePicture error messages', () => {
  const told = async (bytes: Uint8Array) => {
    const error: unknown = await decodePicture(bytes).then(
      () => 'read',
      (reason: unknown) => reason,
    );
    return error instanceof ImageError ? error.message : error;
  };

  test('reports a picture over 2 MB or over 1000 × 1000 pixels', async () => {
    expect(await told(Buffer.concat([await grey().jpeg().toBuffer(), Buffer.alloc(2 * 1024 * 1024)]))).toBe(
      'The picture is larger than 2 MB.',
    );
    const large = 'The picture is larger than 1000 × 1000 pixels.';
    expect(await told(await grey(1001, 3).jpeg().toBuffer())).toBe(large);
    expect(await told(await grey(3, 1001).tiff({ compression: 'lzw' }).toBuffer())).toBe(large);
    expect(await told(await grey(1001, 1001).jpeg().toBuffer())).toBe(large);
    expect((await decodePicture(await grey(1000, 1000).jpeg({ quality: 50 }).toBuffer())).pixels).toHaveLength(1e6);
  });

  test('reports a truncated JPEG or TIFF', async () => {
    const jpeg = await grey().jpeg().toBuffer();
    const tiff = await grey().tiff({ compression: 'none' }).toBuffer();
    for (const file of [jpeg, tiff]) {
      expect(await told(file.subarray(0, 12))).toBe('The picture is cut off.');
      expect(await told(file.subarray(0, file.length - 60))).toBe('The picture is cut off.');
    }
  });

  test('reports a damaged JPEG or TIFF', async () => {
    const jpeg = await grey().jpeg().toBuffer();
    jpeg[jpeg.indexOf(Buffer.from([0xff, 0xdb])) + 4] = 9;
    expect(await told(jpeg)).toBe('The JPEG is damaged.');
    const tiff = await grey().tiff({ compression: 'lzw' }).toBuffer();
    tiff.fill(0xfe, 60, 90);
    expect(await told(tiff)).toBe('The TIFF is damaged.');
  });

  test('reports CMYK pictures and unsupported formats', async () => {
    const cmyk = colour().toColourspace('cmyk');
    expect(await told(await cmyk.clone().jpeg().toBuffer())).toBe('The JPEG is of a kind that cannot be read.');
    expect(await told(await cmyk.clone().tiff({ compression: 'lzw' }).toBuffer())).toBe(
      'The TIFF is of a kind that cannot be read.',
    );
    expect(await told(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(
      'This is no picture that can be read: send a PNG, BMP, JPEG, TIFF or WSQ.',
    );
    expect(await told(await colour().webp().toBuffer())).toMatch('This is no picture that can be read');
    expect(await told(await colour().gif().toBuffer())).toMatch('This is no picture that can be read');
  });
});

test('decodes a WSQ file with the resolution that it states', async () => {
  const pixels = Uint8Array.from({ length: 80 * 70 }, (_, i) => 128 + 90 * Math.sin((i % 80) / 3));
  const read = await decodePicture(encodeWsq({ width: 80, height: 70, dpi: 1000, pixels }, { step: 1 }), { dpi: 569 });
  expect([read.width, read.height, read.dpi]).toEqual([80, 70, 1000]);
  expect(apart(read.pixels, pixels)).toBeLessThanOrEqual(3);
});

test('decodes PNG, BMP and raw pixels', async () => {
  const pixels = Uint8Array.from(noise(WIDTH * HEIGHT));
  const png = encodePng({ width: WIDTH, height: HEIGHT, dpi: 569, pixels });
  expect(await decodePicture(png)).toMatchObject({ dpi: 569, pixels });
  const rows = Array.from({ length: HEIGHT }, (_, y) => pixels.slice((HEIGHT - 1 - y) * WIDTH, (HEIGHT - y) * WIDTH));
  const palette = Array.from({ length: 256 }, (_, i) => i);
  expect((await decodePicture(bmp(WIDTH, HEIGHT, 8, rows, { palette }))).pixels).toEqual(pixels);
  expect(await decodePicture(pixels, { width: WIDTH, height: HEIGHT, dpi: 569 })).toMatchObject({ dpi: 569, pixels });
});

test('decodes raw pixels that begin like a JPEG or a TIFF', async () => {
  for (const start of [
    [0xff, 0xd8, 0xff],
    [0x49, 0x49, 42, 0],
    [0x4d, 0x4d, 0, 42],
  ]) {
    const pixels = Uint8Array.from([...start, ...noise(596)]);
    expect((await decodePicture(pixels, { width: pixels.length, height: 1 })).pixels).toEqual(pixels);
  }
});

test('takes the resolution from the file, else from the sender, else 500 dpi', async () => {
  const silent = await grey().jpeg().toBuffer();
  const stated = await grey().withMetadata({ density: 1000 }).jpeg().toBuffer();
  const screen = await grey().withMetadata({ density: 96 }).jpeg().toBuffer();
  const dpi = async (bytes: Buffer, hint?: ImageHint) => (await decodePicture(bytes, hint)).dpi;
  expect([await dpi(silent), await dpi(silent, { dpi: 569 })]).toEqual([500, 569]);
  expect([await dpi(stated), await dpi(stated, { dpi: 569 })]).toEqual([1000, 1000]);
  expect([await dpi(screen), await dpi(screen, { dpi: 569 })]).toEqual([500, 569]);
});

test('rejects a decompression bomb without allocating its pixels', async () => {
  const side = 10_000;
  const blank = sharp({ create: { width: side, height: side, channels: 3, background: 'white' } });
  const bomb = await blank.toColourspace('b-w').tiff({ compression: 'packbits' }).toBuffer();
  expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
  // Each file would decompress to 100 MB of pixels.
  const before = process.resourceUsage().maxRSS;
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => decodePicture(bomb)));
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(50);
  for (const { status } of asked) expect(status).toBe('rejected');
});
