import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';
import { kes } from './money.ts';
import { shillings } from './payments.ts';
import { LANGUAGES } from './sms.ts';

/** Ways to remind a guardian of a low balance: an SMS, or a payment request on the phone. */
export const REMINDER_WAYS = ['sms', 'prompt'] as const;
export type ReminderWay = (typeof REMINDER_WAYS)[number];

/** Maximum number of students in one reminder. */
export const MAX_REMINDED = 500;

/**
 * Maximum number of children of one guardian that one text names, and for whom a reminder sends payment requests to one phone, one after
 * the other.
 */
export const MAX_TOGETHER = 4;

/** Days during which incoming money counts as an effect of the reminder. */
export const REMINDER_DAYS = 14;

/**
 * Reasons why a student's guardian is not reminded; the first that applies. `reminded`: a text was sent within a day. `pending`: the
 * phone has a payment request without an answer. `samePhone`: the reminder already has the maximum number of requests in a row for that
 * phone.
 */
export const REMINDER_SKIPPED = [
  'left',
  'notLow',
  'noGuardian',
  'optedOut',
  'reminded',
  'pending',
  'samePhone',
] as const;
export type ReminderSkipped = (typeof REMINDER_SKIPPED)[number];

const needsAmount = ({ way, amount }: { way: ReminderWay; amount?: bigint | undefined }) =>
  way === 'sms' || amount !== undefined;
const NO_AMOUNT = { message: fieldMessage('required'), path: ['amount'] };

const which = z.object({
  sysids: z
    .array(sysid)
    .min(1, fieldMessage('required'))
    .max(MAX_REMINDED, fieldMessage('most', { most: MAX_REMINDED })),
  way: z.enum(REMINDER_WAYS),
  /** Balances below this amount count as low; students with more are left out. */
  below: kes,
  /** Only for a payment request: the requested amount. */
  amount: shillings.optional(),
});

/** Previews a reminder. POST only, although nothing changes, because a URL is too short for the ids. */
export const previewReminder = read('reminders/preview', {
  access: SCHOOL_STAFF,
  methods: ['POST'],
  body: 'batch',
  input: which.omit({ amount: true }),
  output: z.object({
    /** Number of guardians who would get a text or a request: one per student. */
    recipients: z.number().int(),
    inKiswahili: z.number().int(),
    /** Number of texts or requested phones: students with the same guardian's phone form one group. */
    groups: z.number().int(),
    groupsInKiswahili: z.number().int(),
    /** Groups of several students, who are named in one text, or requested one after the other in this order. */
    shared: z.array(z.array(z.object({ names: z.string(), admissionNumber: z.string() }))),
    /** KES for the texts, and KES left of the month's budget; null for payment requests, which cost the school no text. */
    cost: z.number().nullable(),
    left: z.number().nullable(),
    /** False if the school has not been set up to collect by M-Pesa. */
    ready: z.boolean(),
    /** One text per language in use, as its guardian would get it. */
    texts: z.array(z.object({ language: z.enum(LANGUAGES), text: z.string() })),
    skipped: z.object(
      Object.fromEntries(REMINDER_SKIPPED.map((why) => [why, z.number().int()])) as Record<ReminderSkipped, z.ZodInt>,
    ),
  }),
});

const reminder = z.object({
  sysid,
  date: moment,
  by: z.string(),
  way: z.enum(REMINDER_WAYS),
  /** KES. */
  below: z.number(),
  amount: z.number().nullable(),
  /** Number of students whose guardians got a text or a request, and of those left out. */
  asked: z.number().int(),
  skipped: z.number().int(),
  /**
   * Numbers among those asked: not sent yet; on its way, or on the phone without an answer; delivered, or answered on the phone; none of
   * these.
   */
  waiting: z.number().int(),
  sent: z.number().int(),
  reached: z.number().int(),
  failed: z.number().int(),
  /** Number of students for whom money came in within 14 days, its amount, and the number of students below the amount today. */
  paid: z.number().int(),
  paidAmount: z.number(),
  stillLow: z.number().int(),
  /** KES for the texts so far; null for payment requests. */
  cost: z.number().nullable(),
});
export type Reminder = z.output<typeof reminder>;

/**
 * Reminds the first guardian of each named student, by a text or by a payment request on the phone. `recipients` is the number that was
 * shown, and the maximum that is reminded. No guardian gets two texts within a day, or a request while another one is open.
 */
export const sendReminder = record('reminders/send', {
  access: SCHOOL_STAFF,
  slow: true,
  body: 'batch',
  input: which.extend({ recipients: z.int().min(1) }).refine(needsAmount, NO_AMOUNT),
  output: reminder,
});

/** Lists sent reminders, page by page, with their results; newest first. */
export const getReminders = list('reminders/getReminders', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ way: z.enum(REMINDER_WAYS).optional(), sysid: sysid.optional() }),
  output: reminder,
});

/** `waiting`: not sent yet. `sent`: on its way, or on the phone. `arrived`: the text was delivered. `paid`: money came in since. */
export const REMINDER_OUTCOMES = ['waiting', 'sent', 'arrived', 'paid', 'cancelled', 'failed', 'skipped'] as const;
export type ReminderOutcome = (typeof REMINDER_OUTCOMES)[number];

const remindedStudent = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** Masked to its ends. */
  mobileNumber: z.string().nullable(),
  outcome: z.enum(REMINDER_OUTCOMES),
  skipped: z.enum(REMINDER_SKIPPED).nullable(),
  /** KES: balance at the reminder, money that came in since, and balance today. */
  balanceThen: z.number(),
  paid: z.number(),
  balance: z.number(),
  /** True if today's balance is below the amount of the reminder. */
  low: z.boolean(),
});
export type RemindedStudent = z.output<typeof remindedStudent>;

/** Lists the students of one reminder, with the outcome for each. */
export const getRemindedStudents = list('reminders/getStudents', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'balance', 'paid', 'outcome']).extend({
    reminderSYSID: sysid,
    outcome: z.enum(REMINDER_OUTCOMES).optional(),
  }),
  output: remindedStudent,
});
