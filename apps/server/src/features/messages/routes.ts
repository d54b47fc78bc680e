import * as contract from '@mfuko/contract/messages';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { sendMessageAgain } from './again.ts';
import { previewAgain, sendManyAgain } from './again-many.ts';
import { announce, type ClassName, countAudience, type GuardiansOf, listAnnouncements } from './announce.ts';
import { listTemplates } from './examples.ts';
import { stoppedUntil } from './gateway-state.ts';
import { messageHooks } from './hooks.ts';
import { listMessages, showMessage } from './list.ts';
import { readMonth } from './month.ts';
import { changeMessageSettings, readMessageSettings } from './settings.ts';

/** Guardians and classes are handed in, since they come after the messages in the house. */
export function serveMessages(
  desk: Desk,
  house: House,
  parts: { readonly guardiansOf: GuardiansOf; readonly className: ClassName },
): void {
  desk.serve(contract.getMessages, (call, query) => call.read((tx) => listMessages(tx, query)));
  desk.serve(contract.getMessage, (call, { sysid }) => call.read((tx) => showMessage(tx, house, sysid)));
  desk.serve(contract.sendAgain, (call, { sysid }) => sendMessageAgain(call, house, sysid));
  desk.serve(contract.previewSendAgain, (call, which) => call.read((tx) => previewAgain(tx, house, which)));
  desk.serve(contract.sendAllAgain, (call, input) => sendManyAgain(call, house, input));
  desk.serve(contract.getMonth, (call) => call.read(readMonth));
  desk.serve(contract.getMessageSettings, (call) => call.read(readMessageSettings));
  desk.serve(contract.updateMessageSettings, changeMessageSettings);
  desk.serve(contract.getTemplates, (call) => call.read(listTemplates));
  desk.serve(contract.countAudience, (call, { classSYSID }) =>
    call.read((tx) => countAudience(tx, house, parts.guardiansOf, classSYSID ?? null)),
  );
  desk.serve(contract.announce, (call, input) => announce(call, house, parts, input));
  desk.serve(contract.getAnnouncements, (call, query) => call.read((tx) => listAnnouncements(tx, query)));
  desk.serve(contract.getMessageGateway, async () => {
    const stopped = await house.db.inPlatform(stoppedUntil);
    const { deliveryReports, optOut } = messageHooks(house);
    const at = (path: string) => house.config.publicUrl.replace(/\/+$/, '') + path;
    const hooks = { deliveryReports: at(deliveryReports), optOut: at(optOut) };
    return { provider: house.config.smsProvider, stopped: stopped?.why ?? null, hooks };
  });
}
