import { z } from 'zod';
import { list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';
import { kes } from './money.ts';
import { shillings } from './payments.ts';
import { LANGUAGES } from './sms.ts';

/** Ways to remind a guardian that pocket money is low: a text that says so, or a request on the phone to pay. */
export const REMINDER_WAYS = ['sms', 'prompt'] as const;
export type ReminderWay = (typeof REMINDER_WAYS)[number];

/** The most students that one reminder is about. */
export const MOST_REMINDED = 500;

/** The most children of one guardian whom one text names, and for whom a reminder asks one phone, one after the other. */
export const MOST_TOGETHER = 4;

/** Days for which money that comes in counts as an answer to a reminder. */
export const REMINDER_DAYS = 14;

/**
 * Reason for which the guardian of a student is not reminded; the first that holds. `reminded`: a text was sent within a day. `pending`: the
 * phone was asked to pay, and has not answered. `samePhone`: it is asked for as many students of this reminder as follow one another.
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
    .max(MOST_REMINDED, fieldMessage('most', { most: MOST_REMINDED })),
  way: z.enum(REMINDER_WAYS),
  /** A balance counts as low below this; whoever has more is left out. */
  below: kes,
  /** Of a prompt: what each phone is asked for. */
  amount: shillings.optional(),
});

/** Preview of a reminder. POST only, although it changes nothing: an address has no room for the ids. */
export const previewReminder = read('reminders/preview', {
  access: SCHOOL_STAFF,
  methods: ['POST'],
  body: 'batch',
  input: which.omit({ amount: true }),
  output: z.object({
    /** Guardians who would be written to or asked: one for each student. */
    recipients: z.number().int(),
    inKiswahili: z.number().int(),
    /** Texts that go out, or phones that are asked: students with one guardian's phone are one group. */
    groups: z.number().int(),
    groupsInKiswahili: z.number().int(),
    /** Groups of more than one: named in one text, or asked for one after the other, in this order. */
    shared: z.array(z.array(z.object({ names: z.string(), admissionNumber: z.string() }))),
    /** KES for the texts, and KES that are left of the month; null of prompts, which cost the school no text. */
    cost: z.number().nullable(),
    left: z.number().nullable(),
    /** False where the school has not been set up to collect by M-Pesa. */
    ready: z.boolean(),
    /** One text in each language that is written in, as its guardian would get it. */
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
  /** Students whose guardians were written to or asked, and those who were left out. */
  asked: z.number().int(),
  skipped: z.number().int(),
  /** Of those asked: not on the phone yet; on its way, or on the phone without an answer; arrived, or answered there; none of it. */
  waiting: z.number().int(),
  sent: z.number().int(),
  reached: z.number().int(),
  failed: z.number().int(),
  /** Students for whom money came in within fourteen days, how much, and those who are below the amount today. */
  paid: z.number().int(),
  paidAmount: z.number(),
  stillLow: z.number().int(),
  /** KES for the texts so far; null of prompts. */
  cost: z.number().nullable(),
});
export type Reminder = z.output<typeof reminder>;

/**
 * Reminds the first guardian of each of these students, by a text or by a request on the phone. `recipients` is the number that
 * was shown: more than that are not reminded. Nobody is sent two texts within a day, or asked while a request is open.
 */
export const sendReminder = record('reminders/send', {
  access: SCHOOL_STAFF,
  slow: true,
  body: 'batch',
  input: which.extend({ recipients: z.int().min(1) }).refine(needsAmount, NO_AMOUNT),
  output: reminder,
});

/** Reminders that were sent, a page of them, with how many came of each; the newest first. */
export const getReminders = list('reminders/getReminders', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ way: z.enum(REMINDER_WAYS).optional(), sysid: sysid.optional() }),
  output: reminder,
});

/** `waiting`: not sent yet. `sent`: on its way, or on the phone. `arrived`: a text is there. `paid`: money came in since. */
export const REMINDER_OUTCOMES = ['waiting', 'sent', 'arrived', 'paid', 'cancelled', 'failed', 'skipped'] as const;
export type ReminderOutcome = (typeof REMINDER_OUTCOMES)[number];

const remindedStudent = z.object({
  sysid,
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** Its ends only. */
  mobileNumber: z.string().nullable(),
  outcome: z.enum(REMINDER_OUTCOMES),
  skipped: z.enum(REMINDER_SKIPPED).nullable(),
  /** KES: the balance when the reminder went out, what came in since, and the balance today. */
  balanceThen: z.number(),
  paid: z.number(),
  balance: z.number(),
  /** True if the balance is below the amount of the reminder today. */
  low: z.boolean(),
});
export type RemindedStudent = z.output<typeof remindedStudent>;

/** The students of one reminder, and what became of each. */
export const getRemindedStudents = list('reminders/getStudents', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['admissionNumber', 'names', 'className', 'balance', 'paid', 'outcome']).extend({
    reminderSYSID: sysid,
    outcome: z.enum(REMINDER_OUTCOMES).optional(),
  }),
  output: remindedStudent,
});
