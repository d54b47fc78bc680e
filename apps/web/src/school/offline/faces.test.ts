import type { DeviceCollectors } from '@mfuko/contract/collectors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteActivity } from '../../lib/activity.ts';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { noteEnrolled } from '../../lib/enrolled.ts';
import { forgetSchool, pickSchool } from '../../lib/school.ts';
import { keepFaces, readFaces } from './faces.ts';

const SCHOOL = '01890000-0000-7000-8000-000000000001';
const AT = '2026-11-24T06:00:00.000Z';
const LATER = '2026-11-25T06:00:00.000Z';
let boxed: Map<string, unknown>;
let asked: string[][];
let answer: (signal: AbortSignal) => Promise<void>;

vi.mock('./device-box.ts', () => ({
  seenBox: {
    put: async (name: string, value: unknown) => void boxed.set(name, value),
    get: async (name: string) => boxed.get(name) ?? null,
    drop: async (name: string) => void boxed.delete(name),
    names: async (start: string) => [...boxed.keys()].filter((name) => name.startsWith(start)),
  },
}));
vi.mock('../../lib/request.ts', () => ({
  call: async (_: unknown, { sysids }: { sysids: string[] }, { signal }: { signal: AbortSignal }) => {
    asked.push(sysids);
    await answer(signal);
    return { faces: sysids.map((sysid) => ({ sysid, photoAt: AT, b64Photo: `face of ${sysid}` })) };
  },
}));

beforeEach(() => {
  boxed = new Map([['collectors:list', 'a list']]);
  asked = [];
  answer = async () => undefined;
  vi.useFakeTimers({ now: new Date(AT) });
  noteActivity();
  pretendConfig({ wireKey: '0123456789abcdef' });
  pickSchool({ sysid: SCHOOL, shortName: 'DEMO' });
  noteEnrolled('01900000-0000-7000-8000-0000000000d1');
});
afterEach(() => {
  vi.useRealTimers();
  noteEnrolled(null);
});

const person = (sysid: string, photoAt: string | null = AT) => ({
  ...{ sysid, name: 'Joseph Otieno', relation: 'Uncle', heldUntil: null },
  ...{ photo: photoAt !== null, photoAt },
});
const listOf = (...collectors: ReturnType<typeof person>[]) => [{ collectors } as unknown as DeviceCollectors];
const names = () => [...boxed.keys()].filter((name) => name.startsWith('face:')).map((name) => name.split(':')[2]);

/** Runs `keepFaces` while nobody presses anything. */
async function keepQuietly(...people: ReturnType<typeof person>[]): Promise<void> {
  const kept = keepFaces(SCHOOL, listOf(...people));
  await vi.advanceTimersByTimeAsync(10_000);
  await kept;
}

it('keepFaces fetches missing photos in batches of 20, and each only once', async () => {
  const many = Array.from({ length: 25 }, (_, at) => person(`c${at}`));
  await keepQuietly(...many, person('nobody', null));
  expect(asked.map((portion) => portion.length)).toEqual([20, 5]);
  await keepQuietly(...many, person('new'));
  expect(asked.slice(2)).toEqual([['new']]);
  expect(await readFaces([person('c3'), person('new'), person('nobody', null)])).toEqual(
    new Map([
      ['c3', 'face of c3'],
      ['new', 'face of new'],
    ]),
  );
});

it('readFaces returns no photo for a list that is 13 hours old', async () => {
  await keepQuietly(person('uncle'));
  const shown = async (seenAt: string) => (await readFaces([person('uncle')], seenAt)).size;
  expect(await shown(new Date(Date.now() - 11 * 3_600_000).toISOString())).toBe(1);
  expect(await shown(new Date(Date.now() - 13 * 3_600_000).toISOString())).toBe(0);
});

it('keepFaces runs in one page at a time, so that the second page fetches nothing again', async () => {
  let before: Promise<unknown> = Promise.resolve();
  const request = (_: string, work: () => Promise<void>) => {
    before = before.then(work);
    return before;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.resetModules();
  const secondPage = await import('./faces.ts');
  (await import('../../lib/enrolled.ts')).noteEnrolled('01900000-0000-7000-8000-0000000000d1');
  (await import('../../lib/school.ts')).pickSchool({ sysid: SCHOOL, shortName: 'DEMO' });
  const both = [keepFaces(SCHOOL, listOf(person('uncle'))), secondPage.keepFaces(SCHOOL, listOf(person('uncle')))];
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(both);
  expect(asked).toEqual([['uncle']]);
  vi.unstubAllGlobals();
});

it('keepFaces drops photos that no list names, and readFaces returns only the photo version of the list', async () => {
  await keepQuietly(person('uncle'), person('aunt'));
  answer = () => Promise.reject(new Error('no network'));
  const kept = expect(keepFaces(SCHOOL, listOf(person('aunt', LATER)))).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(10_000);
  await kept;
  expect(names()).toEqual([]);
  expect(asked.at(-1)).toEqual(['aunt']);
  boxed.set(`face:${SCHOOL}:aunt:${AT}`, 'the face of before');
  expect(await readFaces([person('aunt', LATER)])).toEqual(new Map());
  expect(boxed.has('collectors:list')).toBe(true);
});

it('keepFaces neither fetches nor keeps photos on a device that is not enrolled', async () => {
  await keepQuietly(person('uncle'));
  noteEnrolled(null);
  await keepQuietly(person('uncle'));
  expect([asked.length, names()]).toEqual([1, []]);
});

it('keepFaces waits until the device is idle, and aborts its call when someone starts to work', async () => {
  const aborted: boolean[] = [];
  answer = (signal) =>
    new Promise((_, refuse) => {
      signal.addEventListener('abort', () => {
        aborted.push(true);
        refuse(signal.reason);
      });
    });
  const kept = keepFaces(SCHOOL, listOf(person('uncle')));
  await vi.advanceTimersByTimeAsync(2_000);
  noteActivity();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual([['uncle']]);
  noteActivity();
  await vi.advanceTimersByTimeAsync(200);
  expect(aborted).toEqual([true]);
  answer = async () => undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  await kept;
  expect(names()).toEqual(['uncle']);
});

it('keepFaces stores nothing once the school was left', async () => {
  answer = async () => forgetSchool();
  await keepQuietly(person('uncle'));
  expect([asked.length, names()]).toEqual([1, []]);
});
