import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followWrite } from '../../../school/offline/follow-write.ts';
import { storageFails } from '../../../school/offline/storage-state.ts';
import { dropRide, keepRide } from '../../bus/orphaned/pending-rides.ts';
import type { Line } from '../queue.ts';
import { attempts } from './attempts.ts';

const { code } = vi.hoisted(() => ({
  code: { isLost: true, kept: [] as string[], disk: null as (() => Promise<void>) | null },
}));
const loadCode = () => {
  if (code.isLost) throw new TypeError('Failed to fetch dynamically imported module');
  const keep = async ({ key }: { key: string }) => {
    if (code.disk) await followWrite(key, code.disk(), code.disk()).catch(() => undefined);
    code.kept.push(key);
  };
  return { keepPassage: keep, kept: { keep, drop: () => {} }, passages: { drop: () => {} }, left: {} };
};
vi.mock('./pending-passages.ts', () => loadCode());
vi.mock('../../bus/orphaned/orphaned-rides.ts', () => loadCode());

const LINE = { key: 'k1', kind: 'out', admissionNumber: '4100' } as Line;
const RIDE = { ...LINE, kind: 'on', names: null, className: null, at: 0, busNumberPlate: 'KDA 1A' } as const;
const HERE = { user: '', school: null };

beforeEach(() => {
  vi.useFakeTimers();
  code.isLost = true;
  code.kept = [];
});
afterEach(() => void vi.useRealTimers());

it.each([
  ['gate', () => attempts.keep(LINE), () => attempts.drop('k1')],
  ['bus', () => keepRide(RIDE, HERE), () => dropRide('k1')],
] as const)(
  'at the %s a press whose code cannot be had is told of, and kept once the code comes',
  async (_, keep, drop) => {
    await keep();
    expect(storageFails.get()).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([storageFails.get(), code.kept]).toEqual([true, []]);
    // Its answer came meanwhile: nothing is lost any more.
    drop();
    expect(storageFails.get()).toBe(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(storageFails.get()).toBe(false);
    await keep();
    code.isLost = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect([storageFails.get(), code.kept]).toEqual([false, ['k1']]));
    drop();
  },
);

it('a disk that fails as the code comes is not taken for one that keeps', async () => {
  Object.assign(code, { isLost: false, disk: () => Promise.reject(new Error('QuotaExceededError')) });
  await attempts.keep(LINE);
  expect([storageFails.get(), code.kept]).toEqual([true, ['k1']]);
  attempts.drop('k1');
});
