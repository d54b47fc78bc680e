import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { collectEvents } from './collect-events.testkit.ts';
import { createHelperReader, type HelperReader } from './helper-reader.ts';
import { libfprintHelper } from './libfprint.ts';
import { TWO_READERS, whyNoMockUsb } from './usb-readers.testkit.ts';
import { whyNoLibfprint } from './virtual-device.testkit.ts';

const lacking = whyNoLibfprint() ?? whyNoMockUsb();
const folder = mkdtempSync(join(tmpdir(), 'usb-'));
const readers = join(folder, 'two.umockdev');
writeFileSync(readers, TWO_READERS);
afterAll(() => rmSync(folder, { recursive: true }));

let reader: HelperReader;
afterEach(() => reader.stop());

const MOCK_USB = fileURLToPath(new URL('../../helper/mock-usb.testkit.py', import.meta.url));

function start(command: string, args: readonly string[], log: (line: string) => void = () => {}) {
  const { heard, next } = collectEvents();
  reader = createHelperReader({
    program: { command, args, env: { PATH: '/usr/bin:/bin' }, stderr: 'ignore' },
    log,
    heard,
  });
  return next;
}
function choose(serial?: string) {
  const { command, args } = libfprintHelper({ serial, lookMs: 100 });
  return start('umockdev-run', [`--device=${readers}`, '--', command, ...args]);
}

describe.skipIf(lacking !== undefined)(`of two readers${lacking === undefined ? '' : ` (skipped: ${lacking})`}`, () => {
  test.each(['KE-0001', 'KE-0002'])(
    'the helper opens the reader with the configured serial number %s',
    async (serial) => {
      expect(await choose(serial)('open')).toEqual({
        is: 'open',
        serial,
        driver: 'uru4000',
        name: 'Digital Persona U.are.U 4000/4000B/4500',
        others: 1,
      });
      expect(reader.isPlugged()).toBe(true);
    },
  );

  test('the helper opens either reader if no serial number is configured', async () => {
    expect(await choose()('open')).toMatchObject({ serial: expect.stringMatching(/^KE-000[12]$/), others: 1 });
  });

  test('the helper opens no reader if the serial number matches none, and reports both it has seen', async () => {
    const away = await choose('KE-0003')('away');
    const seen = away.is === 'away' ? away.seen.map(({ serial }) => serial) : [];
    expect(seen.sort()).toEqual(['KE-0001', 'KE-0002']);
    expect(reader.isPlugged()).toBe(false);
  });
});

describe.skipIf(lacking !== undefined)(
  `a reader of USB${lacking === undefined ? '' : ` (skipped: ${lacking})`}`,
  () => {
    test("the kernel's unplug and plug events are reported without restarting the helper", async () => {
      const log: string[] = [];
      // The helper polls so rarely here that the kernel's event must be what finds the reader.
      const { command, args } = libfprintHelper({ lookMs: 15_000 });
      const next = start('umockdev-wrapper', ['/usr/bin/python3', MOCK_USB, readers, command, ...args], (line) =>
        log.push(line),
      );
      const told: boolean[] = [];
      reader.onPlug((plugged) => told.push(plugged));
      await next('open');
      for (let i = 0; i < 3; i++) {
        process.kill(reader.pid() ?? 0, 'SIGUSR1');
        await next('away');
        process.kill(reader.pid() ?? 0, 'SIGUSR2');
        await next('open');
      }
      expect(told).toEqual([true, false, true, false, true, false, true]);
      expect(log.filter((line) => line.includes('helper ended'))).toEqual([]);
    });
  },
);
