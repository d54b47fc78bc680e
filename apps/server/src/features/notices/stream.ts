import type { Listening } from '../../platform/http/call.ts';
import type { EventStream } from '../../platform/http/streams.ts';
import type { NoticeHub } from './hub.ts';
import { lookFrom, madeAt } from './rules.ts';
import { countUnread, listReadSince, listUnreadFrom } from './store.ts';

/** More than this at once is not sent one by one: the client asks for its list again. */
const MOST_AT_ONCE = 100;
/** Reads are looked for that far back, each sent once. */
const READ_SECONDS = 60;

/**
 * Feeds one bell until it ends: how many are unread, then whatever is told or read elsewhere. It reads by a cursor each
 * time it is woken, and only once the client has taken what was sent before, so that nothing piles up for a slow one.
 */
export async function feedBell(call: Listening, stream: EventStream, hub: NoticeHub): Promise<void> {
  const { userId } = call.actor;
  const bell = hub.join(call.schoolId, userId);
  try {
    let cursor = (stream.lastEventId && madeAt(stream.lastEventId)) || Date.now();
    const sent = new Map<string, number>();
    const [unread, readBefore] = await call.read(async (tx) => [
      await countUnread(tx, userId),
      await listReadSince(tx, userId, READ_SECONDS),
    ]);
    const gone = new Set(readBefore);
    await stream.send({ event: 'open', data: { unread } });
    while (!stream.ended.aborted) {
      const [told, read] = await call.read(async (tx) => [
        await listUnreadFrom(tx, userId, lookFrom(Math.min(cursor, Date.now())), MOST_AT_ONCE + sent.size),
        await listReadSince(tx, userId, READ_SECONDS),
      ]);
      const fresh = told.filter(({ sysid }) => !sent.has(sysid));
      const sysids = read.filter((id) => !gone.has(id));
      if (fresh.length >= MOST_AT_ONCE || sysids.length >= MOST_AT_ONCE) {
        await stream.send({ event: 'refresh', data: { unread: await call.read((tx) => countUnread(tx, userId)) } });
      } else {
        for (const row of fresh) await stream.send({ event: 'notice', id: row.sysid, data: row });
        if (sysids.length > 0) await stream.send({ event: 'read', data: { sysids } });
      }
      for (const id of read) gone.add(id);
      for (const { sysid } of fresh) sent.set(sysid, madeAt(sysid) ?? 0);
      // A notice may be told again by whoever was there before; this one has to remember only what it may look at again.
      cursor = Math.max(cursor, ...sent.values());
      // A clock that went back makes ids that lie before those that were told already.
      const from = lookFrom(Math.min(cursor, Date.now()));
      for (const id of sent.keys()) if (id < from) sent.delete(id);
      await bell.next(stream.ended);
    }
  } finally {
    bell.leave();
  }
}
