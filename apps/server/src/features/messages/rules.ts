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

/** Tells whether a message may go from one state to the other: forwards only, and from an end nowhere. */
export function mayBecome(from: MessageState, to: MessageState): boolean {
  return RANK[to] > RANK[from];
}

/**
 * Is urgent: what somebody waits for, or has to know at once: no cap holds it back, and nobody gets it in another's
 * place.
 */
export function isUrgent(kind: string): boolean {
  return isCode(kind) || kind === 'account-notice' || kind === 'security' || isAlarm(kind);
}

function isAlarm(kind: string): boolean {
  return kind === 'bus-alarm' || kind === 'operator-alarm';
}

/** A code is worth nothing after five minutes, and must not come twice. */
export function isCode(kind: string): boolean {
  return kind.endsWith('-code');
}

/** Keeps text: what a message says is kept for a while only where it holds no secret. */
export function keepsText(kind: string): boolean {
  return !isUrgent(kind) || kind === 'security' || isAlarm(kind);
}

const MINUTE = 60;
const SECONDS_ON_HOLD = 15 * MINUTE;
const SECONDS_STOPPED = 5 * MINUTE;

/** In how many seconds something is tried again that has to wait for somebody. */
export function waitAfter(failure: 'hold' | 'stop'): number {
  return failure === 'hold' ? SECONDS_ON_HOLD : SECONDS_STOPPED;
}

const FIRST_PAUSE = 30;
const FIRST_PAUSE_OF_CODE = 5;
const LONGEST_PAUSE = 15 * MINUTE;

/** In how many seconds a message is tried again that surely was not sent, after so many tries: as long as it lives. */
export function pauseAfter(tries: number, kind: string): number {
  const first = isCode(kind) ? FIRST_PAUSE_OF_CODE : FIRST_PAUSE;
  return Math.min(first * 2 ** Math.min(tries - 1, 10), LONGEST_PAUSE);
}

const PAUSES_UNSURE = [1, 5, 15, 60, 180].map((minutes) => minutes * MINUTE);

/**
 * The same for one of which nobody knows whether it was sent, after so many of such tries: each may be one more message
 * on the phone, so there are six, further and further apart. Null: no more.
 */
export function pauseUnsure(unsureTries: number): number | null {
  return PAUSES_UNSURE[unsureTries - 1] ?? null;
}

const MOST_ROUTE_TRIES = 6;

/** True once a number without a route has been tried often enough, so that the next guardian has the message. */
export function isRouteLost(tries: number): boolean {
  return tries >= MOST_ROUTE_TRIES;
}

const PROBES = [5, 10, 20, 30] as const;

/** In how many seconds a gateway that is away is asked for again, after so many times. */
export function probeAfter(probes: number): number {
  return PROBES[Math.min(probes, PROBES.length) - 1] ?? PROBES[0];
}

/** `Achieng Mary Odhiambo` → `Achieng O.`: short, and enough for a guardian. */
export function shortName(names: string): string {
  const [first = '', ...rest] = names.trim().split(/\s+/);
  const last = [...(rest.at(-1) ?? '')][0];
  return [[...first].slice(0, 14).join(''), ...(last ? [`${last}.`] : [])].join(' ');
}
