import { z } from 'zod';
import { ADMIN, type AnswerOf, list, read } from './endpoint.ts';
import { moment, sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/** Every school together, the deleted left out. Days are each school's own; 30 days are those up to and with today. */
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
    /** Schools whose books were not in order when they were last looked at. */
    booksWrong: z.number().int(),
    /** Text messages of the last 30 days that never left. */
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
   * State of the books when they were last looked at: KES that are held less those that are owed, the same between M-Pesa and the
   * books (null: M-Pesa was never heard), and how many rows are wrong. `booksChecked` is null where nobody has looked yet.
   */
  booksDifference: z.number(),
  providerDifference: z.number().nullable(),
  booksFindings: z.number().int(),
  booksChecked: moment.nullable(),
});
export type PlatformSchool = z.output<typeof platformSchool>;

/** The same figures school by school. */
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
  /** When it was given up. */
  date: moment,
  kind: z.string(),
  /** The ends of the number, `2547…678`; null for messages of old. */
  mobileNumber: z.string().nullable(),
  reason: z.string(),
});
export type FailedMessage = z.output<typeof failedMessage>;

/** Text messages that never left, the newest first. What they said is not kept. */
export const failedMessages = list('reports/failedMessages', {
  access: ADMIN,
  methods: ['GET'],
  school: 'none',
  input: listQuery(['date', 'kind', 'reason']).extend({ days: z.enum(['1', '7', '30']).optional() }),
  output: failedMessage,
});
