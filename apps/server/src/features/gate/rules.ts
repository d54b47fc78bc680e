export type GateKind = 'in' | 'out';

/** Gate state: where a student is by the last event; days are days of the school's time zone, as `yyyy-mm-dd`. */
export interface GateState {
  /** Null where the student has not passed the gate yet. */
  readonly kind: GateKind | null;
  readonly sinceDay: string | null;
}

export type Clash = 'gate.already-in' | 'gate.not-in';
/** Gate exception kind: what a passage that was recorded may be remarkable for. */
export type GateExceptionKind = 'in-after-earlier-day' | 'in-overridden' | 'out-overridden';

export type Judgement =
  | { readonly verdict: 'pass'; readonly exception: GateExceptionKind | null }
  | { readonly verdict: 'refuse'; readonly clash: Clash };

/** Late place: where a passage stands that is told later: between which others, each with its school day. */
export interface LatePlace {
  readonly before: { readonly kind: GateKind; readonly day: string } | null;
  readonly after: { readonly kind: GateKind; readonly day: string } | null;
  readonly day: string;
}

/**
 * Judges what is remarkable about a passage that was recorded without a network and is recorded now whatever the state
 * says: the clash with what came before it, or that of what came after it with it.
 */
export function judgeLate(
  kind: GateKind,
  { before, after, day }: LatePlace,
): { clash: Clash | null; exception: GateExceptionKind | null } {
  const judged = judge(kind, { kind: before?.kind ?? null, sinceDay: before?.day ?? null }, day, false);
  if (judged.verdict === 'refuse') return { clash: judged.clash, exception: null };
  const next = after && judge(after.kind, { kind, sinceDay: day }, after.day, false);
  return { clash: next?.verdict === 'refuse' ? next.clash : null, exception: judged.exception };
}

/**
 * Tells whether a student may pass the gate. An `in` after an `in` of an earlier day passes: somebody forgot to check
 * the child out, and the child must not stand outside for it. An `out` needs an `in`, of whatever day. An override
 * passes against the state; where the state allows the passage anyway, it changes nothing.
 */
export function judge(kind: GateKind, state: GateState, today: string, overridden: boolean): Judgement {
  if (kind === 'in') {
    if (state.kind !== 'in') return { verdict: 'pass', exception: null };
    if (state.sinceDay !== today) return { verdict: 'pass', exception: 'in-after-earlier-day' };
    return overridden
      ? { verdict: 'pass', exception: 'in-overridden' }
      : { verdict: 'refuse', clash: 'gate.already-in' };
  }
  if (state.kind === 'in') return { verdict: 'pass', exception: null };
  return overridden ? { verdict: 'pass', exception: 'out-overridden' } : { verdict: 'refuse', clash: 'gate.not-in' };
}

/** A device's clock may be off by this much before anybody is told. */
const CLOCK_SLACK_MS = 2 * 60_000;
/** Oldest ms: what happened longer ago is history that nobody remembers: a person looks at it instead. */
const OLDEST_MS = 7 * 24 * 3_600_000;

/** When an event that is told later happened, as far as its device can be believed. */
export interface Moment {
  readonly at: Date;
  readonly tooOld: boolean;
  /** It says that it happened in the future: it is put down as of now, and somebody looks. */
  readonly ahead: boolean;
  /** The device's clock was set meanwhile: nobody knows which of its times are right, and somebody looks. */
  readonly doubtful: boolean;
}

export function momentOf(claimed: number, now: number, doubtful = false): Moment {
  return {
    at: new Date(Math.min(claimed, now)),
    tooOld: claimed < now - OLDEST_MS,
    ahead: claimed > now + CLOCK_SLACK_MS,
    doubtful,
  };
}

/** Claimed time: what a device says of the time of an event. */
export interface ClaimedTime {
  readonly occurredAt: number;
  /** Lead of the server's clock over it, in milliseconds, as it knew when it recorded the event; null where it knew nothing. */
  readonly known: number | null;
  /** The same as it is when the event is sent. */
  readonly sending: number;
  /** The latest time of an event that the device has recorded before; null where there is none. */
  readonly before: number | null;
}

/**
 * Moment of an event whose device's clock may be wrong. One that was wrong all the time is put right by what it is at the sending. One that
 * was set meanwhile is put right by what the device knew when it recorded the event, unless that lies in the future: then it had been set
 * before. Either way, and where the device's own order contradicts its times, somebody looks.
 */
export function momentOfClock({ occurredAt, known, sending, before }: ClaimedTime, now: number): Moment {
  const turnedBack = before !== null && occurredAt < before - CLOCK_SLACK_MS;
  const set = known !== null && Math.abs(known - sending) > CLOCK_SLACK_MS;
  const byKnown = set && occurredAt + known <= now + CLOCK_SLACK_MS;
  return momentOf(occurredAt + (byKnown ? known : sending), now, set || turnedBack);
}

interface LateFacts {
  readonly verified: boolean;
  readonly clash: string | null;
  readonly exception: string | null;
  readonly moment: Moment;
}

/**
 * Exception: what somebody has to look at in an event that is told later, the gravest of it; null where it is all in
 * order.
 */
export function exceptionOf(kind: 'in' | 'out' | 'on' | 'off', facts: LateFacts): LateException | null {
  if (!facts.verified) return kind === 'out' ? 'offline-out-unverified' : 'offline-unverified';
  if (facts.clash !== null) return 'offline-clash';
  if (facts.moment.ahead || facts.moment.doubtful) return 'offline-clock';
  return facts.exception === null ? null : 'in-after-earlier-day';
}

type LateException =
  | 'offline-out-unverified'
  | 'offline-unverified'
  | 'offline-clash'
  | 'offline-clock'
  | 'in-after-earlier-day';
