import { CallError } from '../../lib/problems.ts';
import type { OfflineEvent } from './stored-events.ts';

/** Small enough that a batch gets through on a slow connection. */
const MAX_AT_ONCE = 20;
const MAX_BATCH_LENGTH = 2_500_000;

/** Returns the oldest events that fit into one call; at least one. */
export function firstBatch(kept: readonly OfflineEvent[]): readonly OfflineEvent[] {
  let size = 0;
  const end = kept.findIndex(({ sealed }, place) => {
    size += sealed.length;
    return place === MAX_AT_ONCE || (place > 0 && size > MAX_BATCH_LENGTH);
  });
  return end === -1 ? kept : kept.slice(0, end);
}

/**
 * Sends each event alone once the batch is refused, so that an unacceptable event does not block the others; that one is passed to
 * `leaveAlone`.
 */
export async function sendOrSplit(
  batch: readonly OfflineEvent[],
  send: (batch: readonly OfflineEvent[]) => Promise<void>,
  leaveAlone: (event: OfflineEvent) => void,
): Promise<void> {
  try {
    await send(batch);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const [only, ...others] = batch;
    if (only && others.length === 0) leaveAlone(only);
    else for (const event of batch) await sendOrSplit([event], send, leaveAlone);
  }
}

/**
 * Returns true where the server has checked the events and will never accept them; no answer, an overloaded server or an ended session do
 * not count.
 */
function isRefused(error: unknown): boolean {
  const status = error instanceof CallError ? error.status : null;
  return status !== null && status < 500 && ![401, 403, 429].includes(status);
}
