import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { collectEvents } from './collect-events.testkit.ts';
import type { HelperEvent } from './events.ts';
import { createHelperReader, type HelperReader } from './helper-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'helper-'));
const HELPER = fileURLToPath(new URL('mock-helper.testkit.ts', import.meta.url));
const TIMING = { beatMs: 50, mostMissed: 20, mostMissedAtStart: 40, backoffMs: [1] };
const never = () => new AbortController().signal;

let reader: HelperReader;
let log: string[];
let events: readonly HelperEvent[];
afterEach(async () => {
  await reader.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

function start(behaviours: readonly string[], graceMs = 60_000) {
  log = [];
  const { heard, next, events: told } = collectEvents();
  events = told;
  const count = join(mkdtempSync(join(folder, 'start-')), 'count');
  reader = createHelperReader({
    program: { command: process.execPath, args: [HELPER, count, ...behaviours], stderr: 'ignore' },
    log: (line) => log.push(line),
    timing: TIMING,
    graceMs,
    heard,
  });
  return next;
}

describe('a reader helper process', () => {
  test.each([
    ['crashes', 'exit 1'],
    ['sends-nonsense', 'it sent a frame of 1416782179 bytes'],
    ['sends-too-much', 'it sent a frame of 2147483647 bytes'],
    ['is-of-another-version', 'it sent an event that is not in the protocol'],
    ['says-what-is-unknown', 'it sent an event that is not in the protocol'],
    ['sends-half-a-picture', 'it sent a picture of 300 × 400 in 6 bytes'],
    ['sends-a-kind-of-its-own', 'it sent a frame of kind 7'],
    ['is-silent', 'it hung'],
  ])('that %s is replaced by a new process, with the reason in the log', async (behaviour, reason) => {
    const next = start([behaviour, 'works']);
    await next('open');
    expect(reader.isPlugged()).toBe(true);
    expect(log).toEqual([
      `The reader's helper ended (${reason}); it is started again in 0.001 s.`,
      'Reader SN-1 (Mock) is ready. 1 more are plugged in; SCANNER_SERIAL chooses.',
    ]);
    const { image, serialNumber } = await reader.capture(never());
    expect({ ...image, pixels: image.pixels.length }).toEqual({ width: 2, height: 3, dpi: 500, pixels: 6 });
    expect(serialNumber).toBe('SN-1');
  });

  test('that crashes during a capture is restarted, and the capture succeeds with no unplug event', async () => {
    const next = start(['crashes-when-armed', 'crashes-when-armed', 'works']);
    await next('open');
    const told: boolean[] = [];
    reader.onPlug((plugged) => told.push(plugged));
    expect((await reader.capture(never())).image.pixels[0]).toBe(2);
    expect(told).toEqual([]);
  });

  test('that is not back within the grace period counts as an unplugged reader', async () => {
    const next = start(['crashes-when-armed', 'crashes'], 50);
    await next('open');
    const told: boolean[] = [];
    reader.onPlug((plugged) => told.push(plugged));
    const capture = reader.capture(never());
    capture.catch(() => {});
    await expect.poll(() => log.length).toBeGreaterThan(1);
    await expect(capture).rejects.toThrow('The fingerprint reader is not connected');
    expect(told).toEqual([false]);
    expect(reader.serialNumber()).toBeUndefined();
  });

  test('that is not installed fails captures as an unplugged reader and logs ENOENT', async () => {
    log = [];
    reader = createHelperReader({
      program: { command: '/nowhere/helper', args: [] },
      log: (line) => log.push(line),
      timing: TIMING,
    });
    await expect(reader.capture(never())).rejects.toThrow('The fingerprint reader is not connected');
    await expect.poll(() => log[0]).toContain('ENOENT');
  });

  test('is armed only while a capture waits', async () => {
    const next = start(['works']);
    await next('open');
    // The helper answers in order: once it answers a heartbeat, it has executed all earlier commands.
    const settled = async () => {
      await next('beat');
      await next('beat');
      return events.filter(({ is }) => is === 'armed' || is === 'picture').length;
    };
    expect(await settled()).toBe(0);
    await reader.capture(never());
    expect(await settled()).toBe(2);
  });

  test('is armed again after a picture arrives for a capture that was aborted', async () => {
    const next = start(['is-late', 'works']);
    await next('open');
    const stop = new AbortController();
    const dropped = reader.capture(stop.signal);
    await next('finger');
    stop.abort('dropped');
    await expect(dropped).rejects.toBe('dropped');
    await next('picture');
    const capture = reader.capture(never());
    await next('idle');
    await next('armed');
    // The next picture comes from another process, because this one only reports a finger.
    process.kill(reader.pid() ?? 0, 'SIGKILL');
    expect((await capture).image.pixels[0]).toBe(1);
  });
});
