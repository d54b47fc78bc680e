import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { countUnread, markRead, wake } from './store.ts';

/** Marks one notice as read. A missing notice counts as read. */
export function readOne(call: Call, { sysid }: { sysid: string }): Promise<{ unread: number }> {
  return call.record((tx) => mark(tx, call, { only: sysid }));
}

/** Marks all notices as read, or those up to `upTo`: later ones may not have been seen yet. */
export function clearNotices(call: Call, { upTo }: { upTo?: string | undefined }): Promise<{ unread: number }> {
  return call.record((tx) => mark(tx, call, upTo === undefined ? {} : { upTo }));
}

async function mark(tx: Tx, call: Call, which: { only?: string; upTo?: string }): Promise<{ unread: number }> {
  const { userId } = call.actor;
  await markRead(tx, userId, which);
  await wake(tx, userId);
  return { unread: await countUnread(tx, userId) };
}
