import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import { compare } from '@mfuko/fingerprint/matching/compare';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJournal } from './journal.ts';
import { openPage, scan } from './page.testkit.ts';
import type { Reader } from './reader.ts';
import { ReaderError } from './reader.ts';
import { startService } from './service.ts';

/**
 * Reader and the controls that a test has over it. Fingers are numbers; finger N is `makeFinger(N)`, or a real one that a person puts on.
 */
export interface ReaderRig {
  readonly reader: Reader;
  /** Puts a finger on the glass, where it stays; another finger on the glass is lifted first. */
  lay(finger: number): void;
  lift(): void;
  unplug(): void;
  plug(): void;
  stop(): Promise<void>;
}

/** Score below which two pictures are not of one finger: see `areOneFinger`. */
const ONE_FINGER = 20;
const never = () => new AbortController().signal;
const template = (finger: number) => extractTemplate(impress(makeFinger(finger), { seed: 77 }));

/**
 * Conformance tests: the behaviour that the service requires of all readers. `makeRig` returns a reader that is plugged in, with nothing on
 * its glass.
 */
export function testReader(name: string, makeRig: () => Promise<ReaderRig>, skipped?: string): void {
  const title = skipped === undefined ? `the reader ${name}` : `the reader ${name} (skipped: ${skipped})`;
  describe.skipIf(skipped !== undefined)(title, () => {
    let rig: ReaderRig;
    let reader: Reader;
    beforeEach(async () => {
      rig = await makeRig();
      reader = rig.reader;
    });
    afterEach(() => rig.stop());

    /** Resolves when the glass is next in that state. */
    const glassIs = (on: boolean) =>
      new Promise<void>((done) => {
        if (reader.isTouched() === on) return done();
        const stop = reader.onTouch((now) => {
          if (now !== on) return;
          stop();
          done();
        });
      });
    const plugIs = (plugged: boolean) =>
      new Promise<void>((done) => {
        if (reader.isPlugged() === plugged) return done();
        const stop = reader.onPlug((now) => {
          if (now !== plugged) return;
          stop();
          done();
        });
      });

    test('captures an upright, dark-on-light picture that matches the finger laid', async () => {
      const capture = reader.capture(never());
      rig.lay(1);
      const { image, serialNumber } = await capture;
      expect(image.pixels).toHaveLength(image.width * image.height);
      expect(image.dpi).toBeGreaterThanOrEqual(150);
      expect(serialNumber).toMatch(/^\P{C}{1,64}$/u);
      expect(reader.serialNumber()).toBe(serialNumber);
      // Paper is light and covers more area than ink; the engine would treat an inverted picture as the same finger.
      expect(image.pixels.reduce((sum, grey) => sum + grey, 0) / image.pixels.length).toBeGreaterThan(128);
      // The engine treats a mirrored picture as another finger.
      expect(compare(extractTemplate(image), template(1))).toBeGreaterThanOrEqual(ONE_FINGER);
      expect(compare(extractTemplate(image), template(2))).toBeLessThan(ONE_FINGER);
    });

    test('captures a finger that was on the glass before the capture began', async () => {
      rig.lay(2);
      const { image } = await reader.capture(never());
      expect(compare(extractTemplate(image), template(2))).toBeGreaterThanOrEqual(ONE_FINGER);
    });

    test('returns the picture while the finger is still on the glass, and reports its lift', async () => {
      const capture = reader.capture(never());
      const heard: boolean[] = [];
      reader.onTouch((on) => heard.push(on));
      rig.lay(1);
      await capture;
      expect(reader.isTouched()).toBe(true);
      rig.lift();
      await glassIs(false);
      expect(heard).toEqual([true, false]);
    });

    test('captures successive fingers, with other pixels for a repeated finger', async () => {
      const seen: Uint8Array[] = [];
      for (const finger of [1, 2, 1]) {
        const capture = reader.capture(never());
        rig.lay(finger);
        const { image } = await capture;
        expect(compare(extractTemplate(image), template(finger))).toBeGreaterThanOrEqual(ONE_FINGER);
        seen.push(image.pixels);
        rig.lift();
        await glassIs(false);
      }
      expect(Buffer.compare(seen[0] ?? Buffer.of(), seen[2] ?? Buffer.of())).not.toBe(0);
    });

    test("rejects an aborted capture with the signal's reason, and serves the next capture", async () => {
      await expect(reader.capture(AbortSignal.abort('early'))).rejects.toBe('early');
      const stop = new AbortController();
      const dropped = reader.capture(stop.signal);
      stop.abort('late');
      await expect(dropped).rejects.toBe('late');
      const capture = reader.capture(never());
      rig.lay(1);
      expect((await capture).image.pixels.length).toBeGreaterThan(0);
    });

    test('reports an unplugged reader during and between captures, and works once plugged in again', async () => {
      const heard: boolean[] = [];
      const deaf: boolean[] = [];
      reader.onPlug((plugged) => heard.push(plugged));
      reader.onPlug((plugged) => deaf.push(plugged))();
      const broken = reader.capture(never());
      broken.catch(() => {});
      rig.unplug();
      await expect(broken).rejects.toThrow(ReaderError);
      await expect(broken).rejects.toThrow('The fingerprint reader is not connected');
      expect(reader.isPlugged()).toBe(false);
      expect(reader.serialNumber()).toBeUndefined();
      await expect(reader.capture(never())).rejects.toThrow('The fingerprint reader is not connected');
      rig.plug();
      await plugIs(true);
      const capture = reader.capture(never());
      rig.lay(1);
      await capture;
      expect(heard).toEqual([false, true]);
      expect(deaf).toEqual([]);
    });

    test('calls no removed touch listener, and reports a lift after guideLift', async () => {
      const heard: boolean[] = [];
      reader.onTouch((on) => heard.push(on))();
      const capture = reader.capture(never());
      rig.lay(1);
      await capture;
      reader.guideLift();
      rig.lift();
      await glassIs(false);
      expect(heard).toEqual([]);
    });

    test('scans three touches with lifts between, and asks for a lift before the next scan', async () => {
      const service = await startService({
        port: 0,
        origins: ['http://127.0.0.1:4000'],
        reader,
        journal: createJournal(() => {}),
        pauseMs: 0,
        waitMs: 30_000,
        pingMs: 10_000,
        pageChanged: () => {},
      });
      try {
        const page = await openPage(`ws://127.0.0.1:${service.port}`);
        page.socket.send(JSON.stringify({ type: 'get-fingerprint', times: 3, lift: true }));
        for (;;) {
          const { type, lift, template: picture, code, message } = await page.next();
          if (code === '400') throw new Error(message);
          if (picture !== undefined) break;
          if (type === 'finger' && lift) rig.lift();
          if (type === 'finger' && !lift) rig.lay(1);
        }
        page.socket.send(JSON.stringify({ type: 'get-fingerprint', times: 1, lift: true }));
        // The third touch is still on the glass: it must not count for the next scan until it is lifted.
        expect(await page.next()).toMatchObject({ type: 'finger', lift: true });
        rig.unplug();
        expect((await scan(page)).code).toBe('400');
      } finally {
        await service.stop();
      }
    });
  });
}
