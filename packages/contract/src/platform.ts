import { z } from 'zod';
import { ADMIN, type AnswerOf, list, read } from './endpoint.ts';
import { moment, sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/** Returns figures of all schools together, without deleted ones. Days are each school's own; 30 days include today. */
export const platformFigures = read('reports/platform', {
  access: ADMIN,
  school: 'none',
  input: z.object({}),
  output: z.object({
    schools: z.number().int(),
    suspendedSchools: z.number().int(),
    schoolsWithoutConfig: z.number().int(),
    students: z.number().int(),
    movementsToday: z.number().int(),
    movements30Days: z.number().int(),
    /** KES in all wallets. */
    moneyHeld: z.number(),
    /** Number of schools whose books were not in order at their last check. */
    booksWrong: z.number().int(),
    /** Text messages of the last 30 days that could not be sent. */
    failedMessages: z.number().int(),
  }),
});
export type PlatformFigures = AnswerOf<typeof platformFigures>;

const platformSchool = z.object({
  sysid,
  shortName: z.string(),
  officialName: z.string(),
  status: z.enum(['active', 'suspended']),
  hasConfig: z.boolean(),
  students: z.number().int(),
  movementsToday: z.number().int(),
  movements30Days: z.number().int(),
  moneyHeld: z.number(),
  /**
   * State of the books at their last check: KES held less KES owed, the difference between M-Pesa and the books (null if M-Pesa has never
   * reported a balance), and the number of wrong rows. `booksChecked` is null if there was no check yet.
   */
  booksDifference: z.number(),
  providerDifference: z.number().nullable(),
  booksFindings: z.number().int(),
  booksChecked: moment.nullable(),
});
export type PlatformSchool = z.output<typeof platformSchool>;

/** Lists the same figures for each school. */
export const platformSchools = list('reports/platformSchools', {
  access: ADMIN,
  methods: ['GET'],
  school: 'none',
  input: listQuery([
    'shortName',
    'students',
    'movementsToday',
    'movements30Days',
    'moneyHeld',
    'booksDifference',
  ]).extend({
    hasConfig: flag.optional(),
    status: z.enum(['active', 'suspended']).optional(),
    booksWrong: flag.optional(),
  }),
  output: platformSchool,
});

const failedMessage = z.object({
  sysid,
  /** Time at which sending was given up. */
  date: moment,
  kind: z.string(),
  /** Number masked to its ends, `2547…678`; null for old messages. */
  mobileNumber: z.string().nullable(),
  reason: z.string(),
});
export type FailedMessage = z.output<typeof failedMessage>;

/** Lists text messages that could not be sent, newest first. Their text is not stored. */
export const failedMessages = list('reports/failedMessages', {
  access: ADMIN,
  methods: ['GET'],
  school: 'none',
  input: listQuery(['date', 'kind', 'reason']).extend({ days: z.enum(['1', '7', '30']).optional() }),
  output: failedMessage,
});
