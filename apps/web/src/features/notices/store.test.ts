import type { NoticeRow } from '@mfuko/contract/notices';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clear, forgetNotices, read, takeEvent, useNotices } from './store.ts';

let listed: NoticeRow[] = [];
let listing: Promise<void> = Promise.resolve();
const calls: [path: string, input: unknown][] = [];
vi.mock('../../lib/request.ts', () => ({
  call: async ({ path }: { path: string }, input: { sysid?: string; upTo?: string }) => {
    calls.push([path, input]);
    if (path === 'notifications/getNotifications') {
      const rows = [...listed];
      await listing;
      return { rows, total: rows.length };
    }
    const upTo = input.upTo;
    listed = listed.filter(({ sysid }) => (upTo ? sysid > upTo : sysid !== input.sysid));
    return { unread: listed.length };
  },
}));

/** All promises here resolve in memory, so one turn of the event loop settles them. */
const settled = () => new Promise<void>((go) => setImmediate(go));
const now = () => {
  const { result, unmount } = renderHook(useNotices);
  const { rows, unread } = result.current;
  unmount();
  return { unread, ids: rows.map(({ sysid }) => sysid) };
};

function aNotice(sysid: string): NoticeRow {
  return {
    sysid,
    kind: 'import.failed',
    severity: 'urgent',
    subject: null,
    params: {},
    date: '2026-01-01T00:00:00Z',
    read: false,
  };
}

beforeEach(() => {
  forgetNotices();
  listed = [];
  listing = Promise.resolve();
  calls.length = 0;
});

test("notices store requests the list only when the server's unread count differs", async () => {
  takeEvent({ event: 'open', data: { unread: 0 } });
  expect(calls).toEqual([]);
  listed = [aNotice('b'), aNotice('a')];
  takeEvent({ event: 'open', data: { unread: 2 } });
  await settled();
  expect(now()).toEqual({ unread: 2, ids: ['b', 'a'] });
});

test('notices store keeps each notice once, newest first', () => {
  for (const id of ['b', 'a', 'b', 'c']) takeEvent({ event: 'notice', data: aNotice(id) });
  expect(now()).toEqual({ unread: 3, ids: ['c', 'b', 'a'] });
});

test('notices store merges a late list with notices that arrived or were read meanwhile', async () => {
  let arrive: () => void = () => undefined;
  listing = new Promise((go) => (arrive = go));
  listed = [aNotice('b'), aNotice('a')];
  takeEvent({ event: 'open', data: { unread: 2 } });
  takeEvent({ event: 'notice', data: aNotice('c') });
  takeEvent({ event: 'read', data: { sysids: ['a'] } });
  arrive();
  await settled();
  expect(now()).toEqual({ unread: 2, ids: ['c', 'b'] });
});

test("notices store marks a notice as read at once, and ignores the stream's event for the same", async () => {
  listed = [aNotice('b'), aNotice('a')];
  takeEvent({ event: 'open', data: { unread: 2 } });
  await settled();
  const telling = read(aNotice('b'));
  expect(now()).toEqual({ unread: 1, ids: ['a'] });
  takeEvent({ event: 'read', data: { sysids: ['b'] } });
  await telling;
  expect(now()).toEqual({ unread: 1, ids: ['a'] });
});

test('notices store clears the shown notices, but keeps one that arrives during the call', async () => {
  listed = [aNotice('b'), aNotice('a')];
  takeEvent({ event: 'open', data: { unread: 2 } });
  await settled();
  const clearing = clear();
  listed = [aNotice('c')];
  takeEvent({ event: 'notice', data: aNotice('c') });
  await clearing;
  expect(calls).toContainEqual(['notifications/clearAll', { upTo: 'b' }]);
  expect(now()).toEqual({ unread: 1, ids: ['c'] });
});
