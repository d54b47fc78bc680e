import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

function start(serial?: string) {
  const { command, args } = libfprintHelper({ serial, lookMs: 100 });
  const { heard, next } = collectEvents();
  reader = createHelperReader({
    program: {
      command: 'umockdev-run',
      args: [`--device=${readers}`, '--', command, ...args],
      env: { PATH: '/usr/bin:/bin' },
      stderr: 'ignore',
    },
    log: () => {},
    heard,
  });
  return next;
}

describe.skipIf(lacking !== undefined)(`of two readers${lacking === undefined ? '' : ` (skipped: ${lacking})`}`, () => {
  test.each(['KE-0001', 'KE-0002'])('the one with serial number %s is used', async (serial) => {
    expect(await start(serial)('open')).toEqual({
      is: 'open',
      serial,
      driver: 'uru4000',
      name: 'Digital Persona U.are.U 4000/4000B/4500',
      others: 1,
    });
    expect(reader.isPlugged()).toBe(true);
  });

  test('one is used where no serial number is set', async () => {
    expect(await start()('open')).toMatchObject({ serial: expect.stringMatching(/^KE-000[12]$/), others: 1 });
  });

  test('none is used where another one is asked for, and both are told of', async () => {
    const away = await start('KE-0003')('away');
    const seen = away.is === 'away' ? away.seen.map(({ serial }) => serial) : [];
    expect(seen.sort()).toEqual(['KE-0001', 'KE-0002']);
    expect(reader.isPlugged()).toBe(false);
  });
});
