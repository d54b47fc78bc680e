import type { MessageRow } from '@mfuko/contract/messages';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { cannotSendAgain, messageNotFound } from './errors.ts';
import { canSendAgain, getRow } from './list.ts';
import { lockMessage, type Message, opener, writeMessage } from './store.ts';

const ONE_DAY = 24 * 3600;

/** Sends a message once more to the same guardian. Throws message.not-found, message.not-again. */
export async function sendMessageAgain(call: Call, context: AppContext, id: string): Promise<MessageRow> {
  return call.record(async (tx) => {
    const message = await lockMessage(tx, id);
    if (!message) throw messageNotFound();
    const { to_sealed: to, text_sealed: text } = message;
    if (!to || !text || !(await canSendAgain(tx, id))) throw cannotSendAgain();
    const written = await writeAgain(tx, context, message, { to, text });
    if (!written) throw cannotSendAgain();
    await audit(tx, call, { action: 'message.again', subjectKind: 'message', subjectId: id });
    return getRow(tx, written);
  });
}

/** Writes the message that repeats another; returns null where one exists already. */
export async function writeAgain(
  tx: Tx,
  context: AppContext,
  message: Message,
  { to, text }: { readonly to: Buffer; readonly text: Buffer },
): Promise<string | null> {
  const open = opener(context, message);
  return writeMessage(tx, context, {
    sms: { to: open(to), text: open(text), kind: message.kind },
    lifeSeconds: ONE_DAY,
    ...(message.language ? { language: message.language } : {}),
    about: message.about,
    entryId: message.entry_id,
    announcementId: message.announcement_id,
    againOf: message.id,
  });
}
