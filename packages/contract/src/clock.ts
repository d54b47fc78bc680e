import { z } from 'zod';
import { type AnswerOf, EVERYBODY, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';

/**
 * Fault of a clock that cannot be right: it says less than when the software was made, it is far from the network's time, money was
 * recorded later than it says, or the day that it says is closed already.
 */
export const CLOCK_FAULTS = ['release', 'network', 'movement', 'closed-day'] as const;

const statement = z.object({
  sysid,
  reason: z.string(),
  by: z.string(),
  date: moment,
  /** Until when the clock was ahead: the newest journal entry, or the end of the newest closed day. */
  aheadUntil: moment,
  /** True for the asker's own statement, which somebody else has to approve. */
  mine: z.boolean(),
});

/**
 * State of the server's clock. While it cannot be right, money is refused with `clock.behind`; the gate goes on. The open
 * statement is for staff alone.
 */
export const clockStatus = read('clock/status', {
  access: EVERYBODY,
  school: 'optional',
  input: z.object({}),
  output: z.object({
    /** The clock's time. */
    date: moment,
    fault: z.object({ why: z.enum(CLOCK_FAULTS), than: moment, offsetSeconds: z.number().nullable() }).nullable(),
    /** The last comparison with the network's time; plus is ahead of it. Null where there was none within the hour. */
    network: z.object({ date: moment, offsetSeconds: z.number() }).nullable(),
    statement: statement.nullable(),
  }),
});
export type ClockStatus = AnswerOf<typeof clockStatus>;

/**
 * States that the clock is right now and was ahead before, where journal entries or closed days of the future hold money up. Another
 * person has to approve it; every bell of the school rings.
 */
export const stateClock = record('clock/stateRight', {
  access: SCHOOL_STAFF,
  input: z.object({ reason: words(200) }),
  output: z.object({ sysid }),
});

/** Approves the statement of another person, or turns it down. From an approval on, money is recorded again. */
export const decideClock = record('clock/decideStatement', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid, approve: z.boolean() }),
  output: z.object({ sysid, approved: z.boolean() }),
});
