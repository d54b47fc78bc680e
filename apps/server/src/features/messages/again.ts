import type { MessageRow } from '@mfuko/contract/messages';
import { audit } from '../../platform/audit.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { cannotSendAgain, messageNotFound } from './errors.ts';
import { canSendAgain, getRow } from './list.ts';
import { holdMessage, opener, writeMessage } from './store.ts';

const ONE_DAY = 24 * 3600;

/** Sends a message once more to the same guardian. Throws message.not-found, message.not-again. */
export async function sendMessageAgain(call: Call, house: House, id: string): Promise<MessageRow> {
  return call.record(async (tx) => {
    const message = await holdMessage(tx, id);
    if (!message) throw messageNotFound();
    const { to_sealed: to, text_sealed: text, kind } = message;
    if (!to || !text || !(await canSendAgain(tx, id))) throw cannotSendAgain();
    const open = opener(house, message);
    const written = await writeMessage(tx, house, {
      sms: { to: open(to), text: open(text), kind },
      lifeSeconds: ONE_DAY,
      ...(message.language ? { language: message.language } : {}),
      about: message.about,
      movementId: message.movement_id,
      announcementId: message.announcement_id,
      againOf: id,
    });
    if (!written) throw cannotSendAgain();
    await audit(tx, call.actor, { action: 'message.again', subjectKind: 'message', subjectId: id }, call.requestId);
    return getRow(tx, written);
  });
}
