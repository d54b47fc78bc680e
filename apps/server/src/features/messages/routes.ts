import * as contract from '@mfuko/contract/messages';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type AnnounceParts, announce, countAudience, listAnnouncements } from './announce.ts';
import { listTemplates } from './examples.ts';
import { readFailover } from './failover.ts';
import { stoppedUntil } from './gateway-state.ts';
import { messageHooks } from './hooks.ts';
import { listMessages, showMessage } from './list.ts';
import { readMonth } from './month.ts';
import { sendMessageAgain } from './resend.ts';
import { previewAgain, sendManyAgain } from './resend-many.ts';
import { approveAnnouncement, rejectAnnouncement } from './second-person.ts';
import { changeMessageSettings, readMessageSettings } from './settings.ts';

/**
 * Registers the calls of messages. `parts` are passed in, since students and classes come after messages in the order of the features.
 */
export function registerMessages(registry: EndpointRegistry, context: AppContext, parts: AnnounceParts): void {
  registry.register(contract.getMessages, (call, query) => call.read((tx) => listMessages(tx, query)));
  registry.register(contract.getMessage, (call, { sysid }) => call.read((tx) => showMessage(tx, context, sysid)));
  registry.register(contract.sendAgain, (call, { sysid }) => sendMessageAgain(call, context, sysid));
  registry.register(contract.previewSendAgain, (call, which) => call.read((tx) => previewAgain(tx, context, which)));
  registry.register(contract.sendAllAgain, (call, input) => sendManyAgain(call, context, input));
  registry.register(contract.getMonth, (call) => call.read(readMonth));
  registry.register(contract.getMessageSettings, (call) => call.read(readMessageSettings));
  registry.register(contract.updateMessageSettings, changeMessageSettings);
  registry.register(contract.getTemplates, (call) => call.read(listTemplates));
  registry.register(contract.countAudience, (call, { classSYSID }) =>
    call.read((tx) => countAudience(tx, context, parts.guardiansOf, classSYSID ?? null)),
  );
  registry.register(contract.announce, (call, input) => announce(call, context, parts, input));
  registry.register(contract.getAnnouncements, (call, query) =>
    call.read((tx) => listAnnouncements(tx, call.actor.userId, query)),
  );
  registry.register(contract.approveAnnouncement, (call, { sysid }) =>
    approveAnnouncement(call, context, parts, sysid),
  );
  registry.register(contract.rejectAnnouncement, (call, { sysid }) => rejectAnnouncement(call, sysid));
  registry.register(contract.getMessageGateway, async () => {
    const [stopped, failover] = await context.db.readPlatform(async (tx) => [
      await stoppedUntil(tx),
      await readFailover(tx),
    ]);
    const { deliveryReports, optOut } = messageHooks(context);
    const at = (path: string) => context.config.publicUrl.replace(/\/+$/, '') + path;
    const hooks = { deliveryReports: at(deliveryReports), optOut: at(optOut) };
    const { smsProvider: provider, smsSecond } = context.config;
    const second = smsSecond && { bySecond: failover && { since: failover.since.toISOString(), why: failover.why } };
    return { provider, stopped: stopped?.why ?? null, second: provider === 'outbox' ? null : second, hooks };
  });
}
