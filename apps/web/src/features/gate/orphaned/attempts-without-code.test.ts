import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followWrite } from '../../../school/offline/follow-write.ts';
import { storageFails } from '../../../school/offline/storage-state.ts';
import { dropRide, keepRide, leaveRide } from '../../bus/orphaned/pending-rides.ts';
import type { Line } from '../queue/line.ts';
import { attempts } from './attempts.ts';

const { code } = vi.hoisted(() => ({
  code: {
    isLost: true,
    /** Number of requests for the chunk. */
    asked: 0,
    /** The chunk's request is pending until this promise resolves. */
    line: null as Promise<void> | null,
    disk: null as (() => Promise<void>) | null,
    done: [] as string[],
  },
}));
const loadCode = async () => {
  code.asked += 1;
  await code.line;
  if (code.isLost) throw new TypeError('Failed to fetch dynamically imported module');
  const keep = async ({ key }: { key: string }) => {
    if (code.disk) await followWrite(key, code.disk(), code.disk()).catch(() => undefined);
    code.done.push(`keep ${key}`);
  };
  const store = { keep, drop: () => {}, leave: (key: string) => void code.done.push(`leave ${key}`) };
  return { keepPassage: keep, passages: store, kept: store, left: LEFT };
};
const LEFT = { look: async () => void code.done.push('look') };
vi.mock('./pending-passages.ts', () => loadCode());
vi.mock('./orphaned-passages.ts', () => ({ left: LEFT }));
vi.mock('../../bus/orphaned/orphaned-rides.ts', () => loadCode());

const HERE = { user: '', school: null };
const LINE = { key: 'k1', kind: 'out', admissionNumber: '4100', ...HERE } as Line;
const RIDE = { ...LINE, kind: 'on', names: null, className: null, at: 0, busNumberPlate: 'KDA 1A' } as const;
/** Resolves once every pending import has succeeded or failed. */
const settled = () =>
  Promise.allSettled([import('./pending-passages.ts'), import('../../bus/orphaned/orphaned-rides.ts')]);

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(code, { isLost: true, asked: 0, line: null, disk: null, done: [] });
});
afterEach(() => void vi.useRealTimers());

const PLACES = [
  ['gate', (key: string) => attempts.keep({ ...LINE, key }), attempts.drop, attempts.leave],
  ['bus', (key: string) => keepRide({ ...RIDE, key }, HERE), dropRide, leaveRide],
] as const;

it.each(PLACES)("at the %s a press waits at most two seconds for its journal's code", async (_, keep, drop) => {
  const line = Promise.withResolvers<void>();
  code.line = line.promise;
  let goes = false;
  void keep('k6').then(() => {
    goes = true;
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect([goes, storageFails.get()]).toEqual([true, true]);
  drop('k6');
  line.resolve();
  await settled();
  expect([storageFails.get(), code.done]).toEqual([false, []]);
});

it.each(PLACES)(
  'at the %s a press whose journal code fails to load is reported, and stored once the code loads',
  async (_, keep, drop, leave) => {
    await keep('k1');
    expect(storageFails.get()).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([storageFails.get(), code.asked]).toEqual([true, 2]);
    // The answer arrives while the chunk is requested again: no press is at risk any more, even though that request fails too.
    let line = Promise.withResolvers<void>();
    code.line = line.promise;
    await vi.advanceTimersByTimeAsync(5_000);
    drop('k1');
    expect(storageFails.get()).toBe(false);
    line.resolve();
    await settled();
    const { asked } = code;
    await vi.advanceTimersByTimeAsync(20_000);
    expect([storageFails.get(), code.asked]).toEqual([false, asked]);
    for (const key of ['k2', 'k3', 'k4']) await keep(key);
    leave('k3');
    await settled();
    line = Promise.withResolvers<void>();
    code.line = line.promise;
    await vi.advanceTimersByTimeAsync(5_000);
    drop('k4');
    expect([storageFails.get(), code.done]).toEqual([true, []]);
    // When the chunk arrives, k2 is under way, k3 was left and k4 has its answer.
    code.isLost = false;
    line.resolve();
    await vi.waitFor(() =>
      expect([storageFails.get(), code.done.toSorted()]).toEqual([false, ['keep k2', 'keep k3', 'leave k3', 'look']]),
    );
    expect(code.done.slice(-2)).toEqual(['leave k3', 'look']);
    drop('k2');
  },
);

it.each(PLACES)("at the %s a failing disk is reported even when the journal's code loads", async (_, keep, drop) => {
  Object.assign(code, { isLost: false, disk: () => Promise.reject(new Error('QuotaExceededError')) });
  await keep('k5');
  expect([storageFails.get(), code.done]).toEqual([true, ['keep k5']]);
  drop('k5');
});
