import { z } from 'zod';
import { type AnswerOf, EVERYBODY, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';

/**
 * Reasons why the server's clock must be wrong: it is earlier than the release of the software, it is far from network time, money was
 * recorded at a later time, or the day that it shows is closed already.
 */
export const CLOCK_FAULTS = ['release', 'network', 'movement', 'closed-day'] as const;

const statement = z.object({
  sysid,
  reason: z.string(),
  by: z.string(),
  date: moment,
  /** Time up to which the clock was ahead: that of the newest journal entry, or the end of the newest closed day. */
  aheadUntil: moment,
  /** True if the caller made the statement, which another person has to approve. */
  mine: z.boolean(),
});

/**
 * Returns the state of the server's clock. While the clock is known to be wrong, money is refused with `clock.behind`, and the gate goes
 * on. The pending statement is shown to staff alone.
 */
export const clockStatus = read('clock/status', {
  access: EVERYBODY,
  school: 'optional',
  input: z.object({}),
  output: z.object({
    /** Time by the server's clock. */
    date: moment,
    fault: z.object({ why: z.enum(CLOCK_FAULTS), than: moment, offsetSeconds: z.number().nullable() }).nullable(),
    /** Last comparison with network time; a positive offset means that the clock is ahead. Null if there was none within the hour. */
    network: z.object({ date: moment, offsetSeconds: z.number() }).nullable(),
    statement: statement.nullable(),
  }),
});
export type ClockStatus = AnswerOf<typeof clockStatus>;

/**
 * States that the clock is right now and was ahead before, when journal entries or closed days of the future block money. Another person
 * has to approve the statement; every bell of the school rings.
 */
export const stateClock = record('clock/stateRight', {
  access: SCHOOL_STAFF,
  input: z.object({ reason: words(200) }),
  output: z.object({ sysid }),
});

/** Approves another person's statement, or rejects it. After an approval money is recorded again. */
export const decideClock = record('clock/decideStatement', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ sysid, approve: z.boolean() }),
  output: z.object({ sysid, approved: z.boolean() }),
});
