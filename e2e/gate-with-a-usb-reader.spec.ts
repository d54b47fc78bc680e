import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEvents } from '../apps/scanner/src/helper/collect-events.testkit.ts';
import {
  makeVirtualDevice,
  type VirtualDevice,
  whyNoLibfprint,
} from '../apps/scanner/src/helper/virtual-device.testkit.ts';
import { type ReaderService, startReaderService } from '../apps/scanner/src/reader-service.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

/** The reader has to know the console's address, and the console the reader's. */
async function aFreePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}

const GUARD = '254700000003';
const FIRST = 4001;
const CHILDREN = 10;
const lacking = whyNoLibfprint();

describe.skipIf(lacking !== undefined)(
  `a gate whose reader is driven by libfprint${lacking === undefined ? '' : ` (skipped: ${lacking})`}`,
  () => {
    let server: RunningServer;
    let journey: Journey;
    let page: Page;
    let device: VirtualDevice;
    let scanner: ReaderService;
    const { heard, next } = collectEvents((event) => device.heard(event));
    recordFailures(() => page);

    beforeAll(async () => {
      device = makeVirtualDevice();
      const port = await aFreePort();
      server = await startServer({ SEED: 'demo', SCANNER_URL: `ws://127.0.0.1:${port}` });
      scanner = await startReaderService({
        port,
        origins: [server.url],
        dpi: undefined,
        program: device.program,
        log: () => {},
        pauseMs: 0,
        supervision: { heard, timing: { backoffMs: [1] } },
      });
      journey = await openJourney(server);
      ({ page } = journey);
    });
    afterAll(async () => {
      await journey?.close();
      await scanner?.stop();
      await server?.stop();
      device?.remove();
    });

    const banner = () => page.getByRole('region', { name: 'What is happening' });
    const shows = (text: string) => banner().filter({ hasText: text }).waitFor();
    async function killHelper(): Promise<void> {
      const pid = scanner.helperPid();
      if (pid === undefined) throw new Error('There is no helper.');
      process.kill(pid, 'SIGKILL');
      await next('open');
    }
    async function checkIn(number: number): Promise<void> {
      await page.getByLabel('Admission number').focus();
      await page.keyboard.type(String(number), HAND);
      device.lay(impress(makeFinger(number - FIRST + 1), { seed: number }));
      await page.getByRole('list', { name: 'Latest' }).getByText(String(number)).first().waitFor();
      device.lift();
    }

    it("checks ten students in on one page while the reader's helper is killed 20 times", async () => {
      await next('open');
      await journey.enter(GUARD);
      await page.goto(`${server.url}/app/checkin.fingerprint`);
      await shows('Put the finger on the reader');
      await page.evaluate(() => {
        document.body.dataset.page = 'the first';
      });
      for (let number = FIRST; number < FIRST + CHILDREN; number++) {
        await killHelper();
        await killHelper();
        await checkIn(number);
      }
      await journey.told(`${CHILDREN} in school`);
      expect(await page.evaluate(() => document.body.dataset.page)).toBe('the first');
      expect(journey.complaints).toEqual([]);
    });

    it('reports an unplugged reader, and checks the next student in once it is plugged in', async () => {
      device.unplug();
      await journey.told('The fingerprint reader is not connected');
      await checkScreen(page, 'check in, reader pulled out');
      device.plug();
      await shows('Put the finger on the reader');
      await checkIn(FIRST + CHILDREN);
      await journey.told(`${CHILDREN + 1} in school`);
      expect(await page.evaluate(() => document.body.dataset.page)).toBe('the first');
      expect(journey.complaints).toEqual([]);
    });
  },
);
