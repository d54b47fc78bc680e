import type { Listening } from '../../platform/http/call.ts';
import type { EventStream } from '../../platform/http/streams.ts';
import type { NoticeHub } from './hub.ts';
import { lookFrom, madeAt } from './rules.ts';
import { countUnread, listReadSince, listUnreadFrom } from './store.ts';

/** Most notices sent one by one; for more, the client is told to fetch its list again. */
const MAX_AT_ONCE = 100;
/** Seconds for which read marks are looked up; each is sent once. */
const READ_SECONDS = 60;

/**
 * Feeds one stream until it ends: first the number of unread notices, then each new notice and each read mark from elsewhere. It reads by
 * a cursor each time it is woken, and only after the client has taken what was sent before, so that nothing piles up for a slow client.
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
        await listUnreadFrom(tx, userId, lookFrom(Math.min(cursor, Date.now())), MAX_AT_ONCE + sent.size),
        await listReadSince(tx, userId, READ_SECONDS),
      ]);
      const fresh = told.filter(({ sysid }) => !sent.has(sysid));
      const sysids = read.filter((id) => !gone.has(id));
      if (fresh.length >= MAX_AT_ONCE || sysids.length >= MAX_AT_ONCE) {
        await stream.send({ event: 'refresh', data: { unread: await call.read((tx) => countUnread(tx, userId)) } });
      } else {
        for (const row of fresh) await stream.send({ event: 'notice', id: row.sysid, data: row });
        if (sysids.length > 0) await stream.send({ event: 'read', data: { sysids } });
      }
      for (const id of read) gone.add(id);
      for (const { sysid } of fresh) sent.set(sysid, madeAt(sysid) ?? 0);
      // Advance the cursor and forget ids before the overlap, so that `sent` only holds what may be read again.
      cursor = Math.max(cursor, ...sent.values());
      // After a clock was set back, new ids lie before those already sent.
      const from = lookFrom(Math.min(cursor, Date.now()));
      for (const id of sent.keys()) if (id < from) sent.delete(id);
      await bell.next(stream.ended);
    }
  } finally {
    bell.leave();
  }
}
