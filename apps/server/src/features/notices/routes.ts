import * as contract from '@mfuko/contract/notices';
import type { Desk } from '../../platform/http/serve.ts';
import type { NoticeHub } from './hub.ts';
import { clearNotices, readOne } from './read.ts';
import { listNotices } from './store.ts';
import { feedBell } from './stream.ts';

export function serveNotices(desk: Desk, hub: NoticeHub): void {
  desk.serve(contract.getNotifications, (call, query) => call.read((tx) => listNotices(tx, call.actor.userId, query)));
  desk.serve(contract.readNotice, readOne);
  desk.serve(contract.clearAll, clearNotices);
  desk.stream(contract.streamNotices, (call, stream) => feedBell(call, stream, hub));
}
