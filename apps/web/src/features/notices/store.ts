import { clearAll, getNotifications, type NoticeRow, readNotice } from '@mfuko/contract/notices';
import type { LiveEvent } from '../../lib/live.ts';
import { call } from '../../lib/request.ts';
import { createStore } from '../../lib/store.ts';

export interface Notices {
  /** Latest unread notices, newest first. */
  readonly rows: readonly NoticeRow[];
  readonly unread: number;
}

const NONE: Notices = { rows: [], unread: 0 };
const MAX_SHOWN = 50;

const store = createStore<Notices>(NONE);
/** Ids of notices that were read here or elsewhere, so that a list requested earlier does not bring them back. */
let gone = new Set<string>();
let fetching = 0;

export const useNotices = store.use;

export function forgetNotices(): void {
  fetching += 1;
  gone = new Set();
  store.set(NONE);
}

/** Applies one event of the live stream. */
export function takeEvent({ event, data }: LiveEvent): void {
  if (event === 'notice') return add(data as NoticeRow);
  if (event === 'read') return remove((data as { sysids: string[] }).sysids);
  const { unread } = data as { unread: number };
  if (event === 'refresh' || unread !== store.get().unread) void fetchList();
}

/** Marks a notice as read: at once on the screen, asynchronously on the server. */
export function read({ sysid }: NoticeRow): Promise<void> {
  remove([sysid]);
  return tell(() => call(readNotice, { sysid }, { overlay: false }));
}

/** Marks the shown notices and all older ones as read; notices that arrive meanwhile stay. */
export function clear(): Promise<void> {
  const { rows } = store.get();
  const [newest] = rows;
  if (!newest) return Promise.resolve();
  remove(rows.map(({ sysid }) => sysid));
  return tell(() => call(clearAll, { upTo: newest.sysid }, { overlay: false }));
}

/** Sends a change to the server; on failure the list is reloaded from the server. */
async function tell(record: () => Promise<{ unread: number }>): Promise<void> {
  try {
    const { unread } = await record();
    if (unread !== store.get().unread) await fetchList();
  } catch (error) {
    gone = new Set();
    await fetchList();
    throw error;
  }
}

async function fetchList(): Promise<void> {
  fetching += 1;
  const mine = fetching;
  const before = new Set(store.get().rows.map(({ sysid }) => sysid));
  // The stream reports a lost connection, so a failed read is ignored; the next notice reads the list again.
  const answer = await call(getNotifications, { read: false, page: 1, pageSize: MAX_SHOWN }).catch(() => null);
  if (!answer || mine !== fetching) return;
  const rows = answer.rows.filter(({ sysid }) => !gone.has(sysid));
  const listed = new Set(rows.map(({ sysid }) => sysid));
  // Notices that arrived while the list was requested.
  const late = store.get().rows.filter(({ sysid }) => !before.has(sysid) && !listed.has(sysid));
  store.set({
    rows: [...late, ...rows].slice(0, MAX_SHOWN),
    unread: answer.total - (answer.rows.length - rows.length) + late.length,
  });
}

function add(row: NoticeRow): void {
  const { rows, unread } = store.get();
  if (gone.has(row.sysid) || rows.some(({ sysid }) => sysid === row.sysid)) return;
  // A notice older than all shown ones is already part of the count.
  const oldest = rows.at(-1);
  if (rows.length < unread && oldest && row.sysid < oldest.sysid) return;
  const sorted = [...rows, row].toSorted((one, other) => (one.sysid < other.sysid ? 1 : -1));
  store.set({ rows: sorted.slice(0, MAX_SHOWN), unread: unread + 1 });
}

function remove(sysids: readonly string[]): void {
  const { rows, unread } = store.get();
  const fresh = sysids.filter((sysid) => !gone.has(sysid));
  for (const sysid of fresh) gone.add(sysid);
  const shown = rows.filter(({ sysid }) => fresh.includes(sysid)).length;
  const left = Math.max(rows.length - shown, unread - shown);
  store.set({ rows: rows.filter(({ sysid }) => !fresh.includes(sysid)), unread: left });
  if (left > 0 && rows.length === shown) void fetchList();
}
