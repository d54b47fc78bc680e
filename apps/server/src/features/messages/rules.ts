import type { MessageState } from '@mfuko/contract/messages';

/** Moving states in their order, then the ends. */
const RANK: Record<MessageState, number> = {
  waiting: 0,
  sent: 1,
  submitted: 2,
  buffered: 3,
  delivered: 4,
  undelivered: 4,
  failed: 4,
  stopped: 4,
};

/** Whether a message may go from one state to the other: forwards only, and from an end nowhere. */
export function mayBecome(from: MessageState, to: MessageState): boolean {
  return RANK[to] > RANK[from];
}

/** What somebody waits for, or has to know at once: no cap holds it back, and nobody gets it in another's place. */
export function isUrgent(kind: string): boolean {
  return kind.endsWith('-code') || kind === 'account-notice';
}

/** What a message says is kept for a while only where it holds no secret. */
export function keepsText(kind: string): boolean {
  return !isUrgent(kind);
}

const SECONDS_ON_HOLD = 15 * 60;
const SECONDS_STOPPED = 5 * 60;

/** In how many seconds something is tried again that has to wait for somebody. */
export function waitAfter(trouble: 'hold' | 'stop'): number {
  return trouble === 'hold' ? SECONDS_ON_HOLD : SECONDS_STOPPED;
}

/** `Achieng Mary Odhiambo` → `Achieng O.`: short, and enough for a guardian. */
export function shortName(names: string): string {
  const [first = '', ...rest] = names.trim().split(/\s+/);
  const last = [...(rest.at(-1) ?? '')][0];
  return [[...first].slice(0, 14).join(''), ...(last ? [`${last}.`] : [])].join(' ');
}
