import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pickSchool } from '../../lib/school.ts';
import { ownBox } from '../../school/offline/device-box.ts';
import { useKeptNews } from './useKeptNews.ts';

const disk = new Map<string, string>();
const LEFT = {
  key: 'k1',
  kind: 'on',
  status: 'unverified',
  admissionNumber: '4001',
  problem: 'bus.trip-closed',
} as const;
const REFUSED = {
  key: 'k2',
  kind: 'on',
  status: 'refused',
  admissionNumber: '4002',
  problem: 'bus.not-found',
} as const;
const onRead = vi.fn();

beforeEach(() => {
  disk.clear();
  onRead.mockReset();
  pickSchool({ sysid: 's', shortName: 'DEMO' });
  vi.spyOn(ownBox, 'names').mockImplementation(async () => [...disk.keys()]);
  vi.spyOn(ownBox, 'get').mockImplementation(async (name) => JSON.parse(disk.get(name) ?? 'null'));
  vi.spyOn(ownBox, 'put').mockImplementation(async (name, value) => void disk.set(name, JSON.stringify(value)));
  vi.spyOn(ownBox, 'drop').mockImplementation(async (name) => void disk.delete(name));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type Heard = Parameters<typeof useKeptNews>[0];
const NOTHING: Heard = [];
const show = (heard: Heard = NOTHING) => renderHook((now: Heard) => useKeptNews(now, onRead), { initialProps: heard });
const keys = ({ current }: ReturnType<typeof show>['result']) => current.news.map(({ key }) => key);

test('what nobody has read is told by the next page, with what that one hears, and by none once it is read', async () => {
  const before = show([LEFT]);
  await waitFor(() => expect(disk.size).toBe(1));
  before.unmount();
  const { result, rerender } = show();
  await waitFor(() => expect(keys(result)).toEqual(['k1']));
  const heard = [LEFT, REFUSED];
  rerender(heard);
  expect(keys(result)).toEqual(['k1', 'k2']);
  act(() => result.current.read());
  expect(onRead).toHaveBeenCalledOnce();
  rerender(NOTHING);
  expect(keys(result)).toEqual([]);
  await waitFor(() => expect(disk.size).toBe(0));
});

test('another school is told nothing of it', async () => {
  const first = show([LEFT]);
  await waitFor(() => expect(disk.size).toBe(1));
  first.unmount();
  const { result } = show();
  await waitFor(() => expect(keys(result)).toEqual(['k1']));
  act(() => pickSchool({ sysid: 'other', shortName: 'OTHER' }));
  expect(keys(result)).toEqual([]);
});

test('where the disk fails it stands until it is read', async () => {
  vi.spyOn(ownBox, 'names').mockRejectedValue(new Error('no disk'));
  vi.spyOn(ownBox, 'put').mockRejectedValue(new Error('no disk'));
  const heard = [LEFT];
  const { result } = show(heard);
  await act(async () => undefined);
  expect(keys(result)).toEqual(['k1']);
});
