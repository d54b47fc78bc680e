export type GateKind = 'in' | 'out';

/** Gate state: kind of the student's last passage and its day in the school's time zone, as `yyyy-mm-dd`. */
export interface GateState {
  /** Null where the student has not passed the gate yet. */
  readonly kind: GateKind | null;
  readonly sinceDay: string | null;
}

export type Clash = 'gate.already-in' | 'gate.not-in';
/** Reason for which a recorded passage is added to the exceptions. */
export type GateExceptionKind = 'in-after-earlier-day' | 'in-overridden' | 'out-overridden';

export type Judgement =
  | { readonly verdict: 'pass'; readonly exception: GateExceptionKind | null }
  | { readonly verdict: 'refuse'; readonly clash: Clash };

/** Neighbours in time of a passage that was recorded offline, each with its school day. */
export interface LatePlace {
  readonly before: { readonly kind: GateKind; readonly day: string } | null;
  readonly after: { readonly kind: GateKind; readonly day: string } | null;
  readonly day: string;
}

/**
 * Judges a passage that was recorded offline and is accepted whatever the state is: returns its clash with the passage before it, or
 * the clash of the passage after it with this one.
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

/** Tolerance for a device's clock before an exception is added. */
const CLOCK_SLACK_MS = 2 * 60_000;
/** Tolerance for the order of a device's events by its counter, in milliseconds. */
export const ORDER_SLACK_MS = CLOCK_SLACK_MS;
/** Events older than this are not recorded, since nobody remembers them reliably; the refusal adds an exception for a person to review. */
const OLDEST_MS = 7 * 24 * 3_600_000;

/** Time of an offline event, as far as the device's clock can be trusted. */
export interface Moment {
  readonly at: Date;
  readonly tooOld: boolean;
  /** The device claims a time in the future: the event is recorded as of now, and an exception is added. */
  readonly ahead: boolean;
  /** The device's clock was set in the meantime, so that its times may be wrong: an exception is added. */
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

/** Age from which guardians are sent no SMS of a passage, as in `sql/gate/enqueue_passage_notice.sql`. */
const NO_NEWS_MS = 6 * 3_600_000;
/** Age from which the office is told that a device reports the past. */
const PAST_MS = 24 * 3_600_000;

/** Tells how late an event is reported: too late for the SMS to guardians, and late enough to tell the office. */
export function lateness(at: Date, now: Date): { readonly noNews: boolean; readonly past: boolean } {
  const late = now.getTime() - at.getTime();
  return { noNews: late > NO_NEWS_MS, past: late > PAST_MS };
}

/** Claimed time: what a device says of the time of an event. */
export interface ClaimedTime {
  readonly occurredAt: number;
  /** Lead of the server's clock over the device's when the event was recorded, in milliseconds; null if the device did not know it. */
  readonly known: number | null;
  /** Lead of the server's clock over the device's when the batch was sent, in milliseconds. */
  readonly sending: number;
  /** Latest time among the device's earlier events in the batch; null for the first event. */
  readonly before: number | null;
}

/**
 * Corrects the time of an offline event whose device's clock may be wrong. A constant error is corrected by the lead at sending. If the
 * clock was set in between, the lead known at recording applies, unless the result lies in the future, which shows that the clock had
 * been set before the recording. A clock that was set, one that is wrong at sending without a word of the error at recording, and times
 * that contradict the device's counter are doubtful.
 */
export function momentOfClock({ occurredAt, known, sending, before }: ClaimedTime, now: number): Moment {
  const turnedBack = before !== null && occurredAt < before - CLOCK_SLACK_MS;
  const set = Math.abs((known ?? 0) - sending) > CLOCK_SLACK_MS;
  const byKnown = known !== null && set && occurredAt + known <= now + CLOCK_SLACK_MS;
  return momentOf(occurredAt + (byKnown ? known : sending), now, set || turnedBack);
}

interface LateFacts {
  readonly verified: boolean;
  readonly clash: string | null;
  readonly exception: string | null;
  readonly moment: Moment;
}

/** Returns the gravest exception of an offline event; null if there is none. */
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
