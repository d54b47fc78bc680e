import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apart } from '@mfuko/fingerprint/decoding/formats.testkit';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { folderFingers } from './folder.ts';
import { openPage, scan, startForTest } from './page.testkit.ts';
import type { Scanner } from './scanner.ts';
import { startScanner } from './scanner.ts';

let scanner: Scanner;
afterEach(() => scanner.stop());

describe('a folder of fingerprint pictures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingers-'));
  for (const [id, impression] of [
    ['4', 1],
    ['4', 2],
    ['12_left', 1],
  ] as const) {
    writeFileSync(
      join(folder, `${id}_${impression}.png`),
      encodePng(impress(makeFinger(Number.parseInt(id, 10)), { seed: impression, width: 200, height: 240 })),
    );
  }
  writeFileSync(join(folder, 'readme.txt'), 'no picture');
  writeFileSync(join(folder, 'broken_1.png'), 'no picture');
  afterAll(() => rmSync(folder, { recursive: true }));

  test('returns different pictures on five scans of a finger with two impressions', async () => {
    scanner = await startForTest({ fingers: folder });
    expect(await (await fetch(`${scanner.trayUrl}/fingers`)).json()).toEqual([
      { id: '4', name: 'Finger 4' },
      { id: '12_left', name: 'Finger 12_left' },
      { id: 'broken', name: 'Finger broken' },
    ]);
    expect((await fetch(`${scanner.trayUrl}/fingers/broken/portrait.png`)).status).toBe(404);
    const page = await openPage(scanner.url);
    scanner.touch('4');
    const seen = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const { template } = await scan(page);
      expect(template).toMatchObject({ Width: 200, Height: 240 });
      seen.add(template!.Template);
    }
    expect(seen.size).toBe(5);
    scanner.touch('broken');
    expect(await scan(page)).toEqual({ code: '400', message: 'The finger could not be read' });
  });

  test('reads JPEG and TIFF pictures with their pixels and resolution', async () => {
    const others = mkdtempSync(join(tmpdir(), 'fingers-'));
    const { width, height, pixels } = impress(makeFinger(4), { seed: 3, width: 200, height: 240 });
    const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
    await picture.clone().withMetadata({ density: 569 }).jpeg({ quality: 100 }).toFile(join(others, '4_1.jpg'));
    await picture.clone().tiff({ compression: 'lzw' }).toFile(join(others, '5_1.tif'));
    const [jpeg, tiff] = ['4', '5'].map((id) => folderFingers(others, 1).portrait(id));
    expect(await jpeg).toMatchObject({ width, height, dpi: 569 });
    expect(apart((await jpeg)?.pixels ?? Uint8Array.of(), pixels)).toBeLessThanOrEqual(2);
    const read = await tiff;
    expect(read && { ...read, pixels: [...read.pixels] }).toEqual({ width, height, dpi: 500, pixels: [...pixels] });
    rmSync(others, { recursive: true });
  });

  test.each(['empty', 'missing'])('is refused by the name of its setting if it is %s', async (what) => {
    scanner = await startForTest();
    const empty = mkdtempSync(join(tmpdir(), 'fingers-'));
    const fingers = what === 'empty' ? empty : join(empty, 'missing');
    const started = startScanner({ port: 0, trayPort: 0, fingers });
    await expect(started).rejects.toBeInstanceOf(ConfigError);
    await expect(started).rejects.toThrow(`SCANNER_FINGERS (--fingers) names`);
    rmSync(empty, { recursive: true });
  });
});
