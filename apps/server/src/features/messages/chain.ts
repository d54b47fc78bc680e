import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { isUrgent } from './rules.ts';
import { type Addressed, type Message, opener, writeMessage } from './store.ts';

const ONE_DAY = 24 * 3600;

/**
 * Writes a message to the fallback guardian where the first could not be reached; once in a chain, and never to the same number. Returns
 * false where there is no fallback.
 */
export async function fallOver(tx: Tx, context: AppContext, message: Message): Promise<boolean> {
  if (message.turn !== 1 || isUrgent(message.kind) || !message.next_sealed) return false;
  const next = JSON.parse(opener(context, message)(message.next_sealed)) as Addressed;
  if (message.to_hash?.equals(context.keys.digest('phone', next.to))) return false;
  const written = await writeMessage(tx, context, {
    sms: { to: next.to, text: next.text, kind: message.kind },
    lifeSeconds: ONE_DAY,
    language: next.language,
    about: message.about,
    chain: { id: message.chain_id, turn: 2 },
    entryId: message.entry_id,
  });
  return written !== null;
}
