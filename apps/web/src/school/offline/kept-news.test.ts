import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { News, NewsLane } from './news-list.ts';
import type { OfflineEvent } from './stored-events.ts';

const disk = new Map<string, string>();
let isDiskDead = false;
let events: Pick<OfflineEvent, 'key' | 'counter' | 'school'>[] = [];
const onDisk = <T>(work: () => T) => (isDiskDead ? Promise.reject(new Error('no disk')) : Promise.resolve(work()));
vi.mock('./device-box.ts', () => ({
  ownBox: {
    names: (start: string) => onDisk(() => [...disk.keys()].filter((name) => name.startsWith(start))),
    get: (name: string) => onDisk(() => JSON.parse(disk.get(name) ?? 'null')),
    put: (name: string, value: unknown) => onDisk(() => void disk.set(name, JSON.stringify(value))),
    drop: (name: string) => onDisk(() => void disk.delete(name)),
  },
}));
vi.mock('./stored-events.ts', () => ({
  listOfflineEvents: async (school: string) => events.filter((one) => one.school === school),
  dropOfflineEvents: async (counters: number[]) => {
    events = events.filter(({ counter }) => !counters.includes(counter));
  },
}));

const ride = (key: string, admissionNumber = '4001'): News => ({
  ...{ school: 's', lane: 'bus' },
  outcome: { key, kind: 'on', status: 'refused', admissionNumber, studentName: 'Amina Juma', problem: 'bus.not-found' },
});
const passage: News = { ...ride('k9'), lane: 'gate', outcome: { key: 'k9', kind: 'out', status: 'unverified' } };

/** Loads the code as a page of its own. */
async function openPage() {
  vi.resetModules();
  const [list, hook, kept, { pickSchool }] = await Promise.all([
    import('./news-list.ts'),
    import('./useNews.ts'),
    import('./kept-news.ts'),
    import('../../lib/school.ts'),
  ]);
  pickSchool({ sysid: 's', shortName: 'DEMO' });
  return {
    pickSchool,
    ...kept,
    show: (lane: NewsLane = 'bus') => renderHook(() => hook.useNews(lane)).result,
    news: () => list.newsList.get(),
    all: () => list.newsList.get().map(({ outcome }) => outcome.key),
  };
}
const keys = (shown: { current: { news: readonly { key: string }[] } }) => shown.current.news.map(({ key }) => key);

beforeEach(() => {
  disk.clear();
  events = [];
  isDiskDead = false;
});
afterEach(cleanup);

test('unread news is shown by the next page, together with new ones, and deleted once read', async () => {
  await (await openPage()).keepNews([ride('k1')]);
  const page = await openPage();
  const shown = page.show();
  await waitFor(() => expect(keys(shown)).toEqual(['k1']));
  await act(() => page.keepNews([ride('k2')]));
  expect(keys(shown)).toEqual(['k1', 'k2']);
  act(() => shown.current.read());
  await waitFor(() => expect([keys(shown), disk.size]).toEqual([[], 0]));
});

test('news reaches another open page at once, and disappears there once read', async () => {
  const one = await openPage();
  await one.keepNews([ride('k1')]);
  const beside = (await openPage()).show();
  // Its own look is over.
  await waitFor(() => expect(keys(beside)).toEqual(['k1']));
  await act(() => one.keepNews([ride('k2')]));
  await waitFor(() => expect(keys(beside)).toEqual(['k1', 'k2']));
  await act(() => one.readNews(one.news(), 'bus'));
  await waitFor(() => expect(keys(beside)).toEqual([]));
});

test('news is shown only in the school of its event', async () => {
  const page = await openPage();
  page.pickSchool({ sysid: 'other', shortName: 'OTHER' });
  const shown = page.show();
  await act(() => page.keepNews([ride('k1')]));
  await waitFor(() => expect(page.all()).toEqual(['k1']));
  expect(keys(shown)).toEqual([]);
  act(() => page.pickSchool({ sysid: 's', shortName: 'DEMO' }));
  expect(keys(shown)).toEqual(['k1']);
});

test('bus news is also shown at the gate, and stays for the bus after the gate has read it', async () => {
  const page = await openPage();
  const gate = page.show('gate');
  await act(() => page.keepNews([ride('k1'), passage]));
  expect(keys(gate)).toEqual(['k1', 'k9']);
  act(() => gate.current.read());
  await waitFor(() => expect([keys(gate), [...disk.keys()]]).toEqual([[], ['ride-news:k1']]));
  expect(keys(page.show('bus'))).toEqual(['k1']);
  const next = await openPage();
  const [later, bus] = [next.show('gate'), next.show('bus')];
  await waitFor(() => expect(keys(bus)).toEqual(['k1']));
  expect(keys(later)).toEqual([]);
});

test('keepNews keeps the first outcome of an event when it is sent again', async () => {
  await (await openPage()).keepNews([ride('k1')]);
  const { school, lane } = ride('k1');
  await (await openPage()).keepNews([{ school, lane, outcome: { key: 'k1', status: 'refused' } }]);
  const shown = (await openPage()).show();
  await waitFor(() => expect(shown.current.news).toMatchObject([{ studentName: 'Amina Juma' }]));
});

test('keepNews returns the news that the disk refused, and shows it until read, which drops its event', async () => {
  isDiskDead = true;
  const page = await openPage();
  const shown = page.show();
  await act(async () => expect([...(await page.keepNews([ride('k1')]))]).toEqual(['k1']));
  expect(keys(shown)).toEqual(['k1']);
  events = ['k1', 'k2'].map((key, counter) => ({ key, counter, school: 's' }));
  isDiskDead = false;
  act(() => shown.current.read());
  await waitFor(() => expect([keys(shown), events.map(({ key }) => key)]).toEqual([[], ['k2']]));
  // Sent again by a page that had not heard that it was read.
  await act(() => page.keepNews([ride('k1')]));
  expect([keys(shown), disk.size]).toEqual([[], 0]);
});
