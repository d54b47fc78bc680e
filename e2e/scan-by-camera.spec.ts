import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const BURSAR = '254700000002';
const NUMBER = '4007';
const [WIDTH, HEIGHT] = [320, 240];

/** A film of a card: its number as sixteen bars, four for each digit, bright for one and dark for nought. */
function filmOf(number: string): Buffer {
  const bits = [...number].flatMap((digit) => [8, 4, 2, 1].map((bit) => (Number(digit) & bit) > 0));
  const row = Buffer.from(Array.from({ length: WIDTH }, (_, x) => (bits[Math.floor((x * 16) / WIDTH)] ? 235 : 16)));
  const picture = Buffer.concat(Array.from({ length: HEIGHT }, () => row));
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), picture, grey]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`), frame, frame]);
}

/** Stands in for the decoder of codes, which Chromium has on tablets and not on Linux: reads the bars of the film. */
function readBars(): void {
  Object.assign(window, {
    BarcodeDetector: class {
      static async getSupportedFormats(): Promise<string[]> {
        return ['code_128'];
      }
      async detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> {
        const canvas = new OffscreenCanvas(16, 1);
        const paper = canvas.getContext('2d');
        if (!paper || video.videoWidth === 0) return [];
        paper.drawImage(video, 0, 0, 16, 1);
        const { data } = paper.getImageData(0, 0, 16, 1);
        const bits = Array.from({ length: 16 }, (_, at) => Number((data[at * 4] ?? 0) > 128));
        const digits = [0, 4, 8, 12].map((at) => bits.slice(at, at + 4).reduce((sum, bit) => sum * 2 + bit, 0));
        return digits.some((digit) => digit > 9) ? [] : [{ rawValue: digits.join('') }];
      }
    },
  });
}

let server: RunningServer;
let journey: Journey;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), 'mfuko-film-'));

beforeAll(async () => {
  const film = join(folder, 'card.y4m');
  writeFileSync(film, filmOf(NUMBER));
  server = await startServer({ SEED: 'demo', SCANNER_URL: 'ws://127.0.0.1:9' });
  journey = await openJourney(server, undefined, [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  ({ page } = journey);
  await journey.context.grantPermissions(['camera', 'geolocation']);
  await journey.context.addInitScript(readBars);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const camera = () => page.getByRole('button', { name: 'Scan with the camera' });

describe('card scanned by the camera', () => {
  recordFailures(() => page);

  it('fills the student box with the number of a card before the camera', async () => {
    await journey.enter(BURSAR);
    await journey.open('student.upload.money', 'Upload Pocket Money');
    await camera().click();
    await page.getByRole('dialog', { name: 'Scan with the camera' }).waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('combobox', { name: /^Admission number/ }).inputValue()).toBe(NUMBER);
    await journey.told('Balance (KES)');
  });

  it("fills the gate's number from a card before the camera, and asks for the PIN", async () => {
    await page.goto(`${server.url}/app/checkin.pin`);
    await camera().waitFor();
    await checkScreen(page, 'gate with a camera');
    await camera().click();
    await expect.poll(() => page.getByRole('combobox').first().inputValue()).toBe(NUMBER);
    await expect.poll(() => page.locator('input[name=checkPin]').getAttribute('data-active')).toBe('true');
  });
});
