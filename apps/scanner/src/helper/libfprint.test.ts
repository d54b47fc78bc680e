import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import { afterEach, describe, expect, test } from 'vitest';
import { atNight } from '../../../../scripts/at-night.ts';
import { openPage } from '../page.testkit.ts';
import { startReaderService } from '../reader-service.ts';
import { collectEvents } from './collect-events.testkit.ts';
import { makeVirtualDevice, whyNoLibfprint } from './virtual-device.testkit.ts';
import { plugVirtualReader } from './virtual-reader.testkit.ts';

const lacking = whyNoLibfprint();
const never = () => new AbortController().signal;
const finger = impress(makeFinger(3), { seed: 3 });
const ONCE = JSON.stringify({ type: 'get-fingerprint', times: 1, lift: true });

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
async function plug(options: Parameters<typeof plugVirtualReader>[0] = {}) {
  const rig = await plugVirtualReader(options);
  stops.push(rig.stop);
  return rig;
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    // The process does not exist.
    return false;
  }
};

/**
 * Retires three contexts and lets the time of each expire, the second while the bus is not quiet. Prints the number of retained contexts
 * after each.
 */
const RETIRE = `
import types
helper = types.SimpleNamespace(on_added=None, let_go=lambda: False, retired=[])
for _ in range(3):
    helper.context = types.SimpleNamespace(disconnect_by_func=lambda _heard: None)
    Helper.retire_context(helper)
for helper.noted_at in (float("-inf"), time.monotonic(), float("-inf")):
    Helper.let_go(helper)
    print(len(helper.retired), flush=True)
`;

describe.skipIf(lacking !== undefined)(`libfprint${lacking === undefined ? '' : ` (skipped: ${lacking})`}`, () => {
  test("releases a retired context when its own delay is over, not an earlier context's", () => {
    const file = fileURLToPath(new URL('../../helper/libfprint-helper.py', import.meta.url));
    const program = readFileSync(file, 'utf8').replace(/\nmain\(\)\n$/, '\n');
    const { output } = spawnSync('/usr/bin/python3', ['-c', program + RETIRE], { encoding: 'utf8' });
    // The helper's stdout carries nothing but frames.
    expect(output.join('')).toBe('2\n2\n1\n');
  });

  test('returns the picture byte for byte, at 500 dpi if the driver reports no resolution', async () => {
    const { reader, device } = await plug();
    device.lay(finger);
    const { image, serialNumber } = await reader.capture(never());
    expect(Buffer.compare(image.pixels, finger.pixels)).toBe(0);
    expect([image.width, image.height, image.dpi]).toEqual([finger.width, finger.height, 500]);
    expect(serialNumber).toBe('virtual_image-0');
  });

  test('sends pictures at the configured resolution', async () => {
    const { reader, device } = await plug({ dpi: 512 });
    device.lay(finger);
    expect((await reader.capture(never())).image.dpi).toBe(512);
  });

  test.each([
    ['a finger that moves', 'moves', 'The finger could not be read'],
    ['a driver that fails', 'fails', 'The scan failed, try again'],
  ] as const)('fails a capture on %s, and serves the next capture', async (_what, how, message) => {
    const { reader, device } = await plug();
    const told: boolean[] = [];
    reader.onPlug((plugged) => told.push(plugged));
    device.lay(how);
    await expect(reader.capture(never())).rejects.toThrow(message);
    device.lay(finger);
    expect((await reader.capture(never())).image.width).toBe(finger.width);
    expect(told).toEqual([]);
  });

  test('keeps a capture waiting while the library reports the reader as too hot', async () => {
    const { reader, device, next } = await plug();
    const capture = reader.capture(never());
    await next('armed');
    device.lay('hot');
    await next('closed');
    device.lay(finger);
    expect((await capture).image.width).toBe(finger.width);
  });

  test('reopens the reader before it overheats and keeps it plugged in', async () => {
    const { reader, device, next, events } = await plug({ freshMs: 1 });
    for (let i = 0; i < 3; i++) {
      device.lay(finger);
      await reader.capture(never());
      device.lift();
      await next('idle');
    }
    expect(events.filter(({ is }) => is === 'closed')).toHaveLength(2);
    expect(reader.isPlugged()).toBe(true);
  });

  test('takes no picture after a capture is aborted', async () => {
    const { reader, device, next, events } = await plug();
    device.lay(finger);
    const stop = new AbortController();
    device.lift();
    const dropped = reader.capture(stop.signal);
    await next('armed');
    stop.abort('dropped');
    await expect(dropped).rejects.toBe('dropped');
    await next('idle');
    device.lay(finger);
    device.lift();
    await reader.stop();
    expect(events.filter(({ is }) => is === 'picture' || is === 'finger')).toEqual([]);
  });

  test('runs two readers side by side, each with its own finger', async () => {
    const [left, right] = await Promise.all([plug(), plug()]);
    const pictures = Promise.all([left.reader.capture(never()), right.reader.capture(never())]);
    left.device.lay(finger);
    const other = impress(makeFinger(4), { seed: 4 });
    right.device.lay(other);
    const [one, two] = await pictures;
    expect([Buffer.compare(one.image.pixels, finger.pixels), Buffer.compare(two.image.pixels, other.pixels)]).toEqual([
      0, 0,
    ]);
  });

  test('disables core dumps in the helper, which ends with its service', async () => {
    const { reader } = await plug();
    const pid = reader.pid() ?? 0;
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0 /m);
    await reader.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('the helper ends when the service is killed', async () => {
    const device = makeVirtualDevice();
    const main = fileURLToPath(new URL('../installed/main.ts', import.meta.url));
    const service = spawn(process.execPath, [main], {
      env: { ...device.program.env, SCANNER_PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    stops.push(async () => device.remove());
    let said = '';
    service.stdout.on('data', (bytes) => {
      said += bytes;
    });
    await expect.poll(() => said).toContain('is ready');
    const helper = Number(readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8'));
    expect(isAlive(helper)).toBe(true);
    // A stopped helper, which like one that hangs in a driver does not notice the end of its input.
    process.kill(helper, 'SIGSTOP');
    service.kill('SIGKILL');
    await expect.poll(() => isAlive(helper)).toBe(false);
  });

  describe('the reader service with libfprint', () => {
    async function serve() {
      const device = makeVirtualDevice();
      const { heard, next } = collectEvents(device.heard);
      const log: string[] = [];
      const service = await startReaderService({
        port: 0,
        origins: [],
        dpi: undefined,
        program: device.program,
        log: (line) => log.push(line),
        pauseMs: 0,
        supervision: { heard, timing: { beatMs: 50, mostMissed: 20, backoffMs: [1] } },
      });
      stops.push(async () => {
        await service.stop();
        device.remove();
      });
      await next('open');
      const page = await openPage(service.url);
      return { service, device, next, page, log };
    }

    atNight.each([
      ['killed 20 times', 'SIGKILL', 20],
      ['stopped, as by a driver that hangs', 'SIGSTOP', 2],
    ] as const)('recovers from a helper that is %s, without any message to the page', async (_how, signal, times) => {
      const { service, device, next, page, log } = await serve();
      for (let i = 0; i < times; i++) {
        page.socket.send(ONCE);
        expect(await page.next()).toMatchObject({ message: 'Put the finger on the reader' });
        expect(await page.next()).toMatchObject({ type: 'finger', lift: false });
        await next('armed');
        const pid = service.helperPid() ?? 0;
        process.kill(pid, signal);
        await next('open');
        expect(service.helperPid()).not.toBe(pid);
        expect(isAlive(pid)).toBe(false);
        device.lay(impress(makeFinger(3), { seed: i }));
        expect((await page.next()).template).toMatchObject({ SerialNumber: 'virtual_image-0' });
        device.lift();
        await next('idle');
      }
      expect(log.filter((line) => line.includes('helper ended'))).toHaveLength(times);
      // The log contains nothing of a picture.
      for (const line of log)
        expect(line).toMatch(
          /^(Reader virtual_image-0 \(Virtual image device for debugging\) is ready\.|The reader's helper ended \((SIGKILL|it hung)\); it is started again in 0\.001 s\.)$/,
        );
    });

    test('tells the page of an unplugged reader and of its return, and scans again', async () => {
      const { device, next, page } = await serve();
      page.socket.send(ONCE);
      await page.next();
      await page.next();
      await next('armed');
      device.unplug();
      expect(await page.next()).toEqual({ code: '400', message: 'The fingerprint reader is not connected' });
      device.plug();
      expect(await page.next()).toEqual({ code: '200', message: 'The fingerprint reader is connected again' });
      page.socket.send(ONCE);
      device.lay(finger);
      await page.next();
      await page.next();
      expect((await page.next()).template).toBeDefined();
    });
  });
});
