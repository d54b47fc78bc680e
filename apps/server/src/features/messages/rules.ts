import type { MessageState } from '@mfuko/contract/messages';

/** Rank of each state: the passing states in their order, then the final ones. */
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

/** Returns true if a message may change from one state to the other: forwards only, and never from a final state. */
export function mayBecome(from: MessageState, to: MessageState): boolean {
  return RANK[to] > RANK[from];
}

/**
 * Returns true for urgent messages, for which a person waits or which report a danger. They are exempt from the cap, and never go to
 * another guardian.
 */
export function isUrgent(kind: string): boolean {
  return isCode(kind) || kind === 'account-notice' || kind === 'security' || isAlarm(kind);
}

function isAlarm(kind: string): boolean {
  return kind === 'bus-alarm' || kind === 'operator-alarm';
}

/** Returns true for codes, which are useless after five minutes and must not arrive twice. */
export function isCode(kind: string): boolean {
  return kind.endsWith('-code');
}

/** Returns true if the text may be kept for a while, as it holds no secret. */
export function keepsText(kind: string): boolean {
  return !isUrgent(kind) || kind === 'security' || isAlarm(kind);
}

const MINUTE = 60;
const SECONDS_ON_HOLD = 15 * MINUTE;
const SECONDS_STOPPED = 5 * MINUTE;

/** Seconds until the retry of a message that waits for a person to act. */
export function waitAfter(failure: 'hold' | 'stop'): number {
  return failure === 'hold' ? SECONDS_ON_HOLD : SECONDS_STOPPED;
}

const FIRST_PAUSE = 30;
const FIRST_PAUSE_OF_CODE = 5;
const MAX_PAUSE = 15 * MINUTE;

/** Seconds until the retry of a message that was certainly not sent, after that many tries; retries go on until the message expires. */
export function pauseAfter(tries: number, kind: string): number {
  const first = isCode(kind) ? FIRST_PAUSE_OF_CODE : FIRST_PAUSE;
  return Math.min(first * 2 ** Math.min(tries - 1, 10), MAX_PAUSE);
}

const PAUSES_UNSURE = [1, 5, 15, 60, 180].map((minutes) => minutes * MINUTE);

/**
 * Seconds until the retry of a message of which it is unknown if it was sent, after that many such tries. Each retry may be one more copy
 * on the phone, so there are six, at growing distances; null for no more.
 */
export function pauseUnsure(unsureTries: number): number | null {
  return PAUSES_UNSURE[unsureTries - 1] ?? null;
}

const MAX_ROUTE_TRIES = 6;

/** Returns true once a number without a route was tried often enough, so that the message goes to the next guardian. */
export function isRouteLost(tries: number): boolean {
  return tries >= MAX_ROUTE_TRIES;
}

const PROBES = [5, 10, 20, 30] as const;

/** Seconds until the next probe of an unreachable gateway, after that many probes. */
export function probeAfter(probes: number): number {
  return PROBES[Math.min(probes, PROBES.length) - 1] ?? PROBES[0];
}

/** Shortens a name for a guardian: `Achieng Mary Odhiambo` → `Achieng O.`. */
export function shortName(names: string): string {
  const [first = '', ...rest] = names.trim().split(/\s+/);
  const last = [...(rest.at(-1) ?? '')][0];
  return [[...first].slice(0, 14).join(''), ...(last ? [`${last}.`] : [])].join(' ');
}
