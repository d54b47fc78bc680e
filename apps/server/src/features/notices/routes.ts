import * as contract from '@mfuko/contract/notices';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { NoticeHub } from './hub.ts';
import { clearNotices, readOne } from './read.ts';
import { listNotices } from './store.ts';
import { feedBell } from './stream.ts';

export function registerNotices(registry: EndpointRegistry, hub: NoticeHub): void {
  registry.register(contract.getNotifications, (call, query) =>
    call.read((tx) => listNotices(tx, call.actor.userId, query)),
  );
  registry.register(contract.readNotice, readOne);
  registry.register(contract.clearAll, clearNotices);
  registry.stream(contract.streamNotices, (call, stream) => feedBell(call, stream, hub));
}
