import { z } from 'zod';
import { ADMIN, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kesOrZero } from './money.ts';
import { LANGUAGES } from './sms.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** Receipts that are sent to guardians; each can be switched off. */
export const RECEIPTS = ['cash-out', 'collection', 'refund', 'item'] as const;
export type Receipt = (typeof RECEIPTS)[number];

/**
 * Message states. A message only moves forwards, in this order. `sent`: accepted by the provider. `submitted`, `buffered`: on its way.
 * `undelivered`: sent but not delivered. `failed`: never sent. `stopped`: not sent, because the month's budget was spent.
 */
export const MESSAGE_STATES = [
  'waiting',
  'sent',
  'submitted',
  'buffered',
  'delivered',
  'undelivered',
  'failed',
  'stopped',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const messageRow = z.object({
  sysid,
  date: moment,
  /** `cash-out-receipt`, `announcement`, `account-notice`, … */
  kind: z.string(),
  /** Number masked to its ends, `2547…678`. */
  mobileNumber: z.string(),
  /** Student that the message is about: `Achieng O. (4417)`. */
  about: z.string().nullable(),
  state: z.enum(MESSAGE_STATES),
  /** Reason for the failure, in the provider's words or ours. */
  reason: z.string().nullable(),
  segments: z.number().int(),
  /** KES, with up to four decimals; null if nothing has been charged yet. */
  cost: z.number().nullable(),
  /** 2 means that the message went to the next guardian, since the first could not be reached. */
  turn: z.number().int(),
});
export type MessageRow = z.output<typeof messageRow>;

/** Lists the school's text messages, newest first. */
export const getMessages = list('messages/getMessages', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'kind', 'state', 'cost']).extend({
    state: z.enum(MESSAGE_STATES).optional(),
    kind: z.string().max(40).optional(),
    announcementSYSID: sysid.optional(),
    /** True: only messages of the last 30 days that were not delivered and not sent again. */
    notArrived: z.literal('true').optional(),
  }),
  output: messageRow,
});

const step = z.object({ status: z.string(), reason: z.string().nullable(), date: moment });

/** Returns one message of the school with its text and the provider's reports. 404 `message.not-found`. */
export const getMessage = read('messages/getMessage', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: messageRow.extend({
    /** Text of the message; null once it is no longer stored. */
    text: z.string().nullable(),
    language: z.enum(LANGUAGES).nullable(),
    /** Delivery reports of the provider, in order of arrival. */
    reports: z.array(step),
    /** All sends of the same message, including this one: again or to the next guardian, in order. */
    chain: z.array(
      messageRow.pick({ sysid: true, date: true, mobileNumber: true, state: true, reason: true, turn: true }),
    ),
    canSendAgain: z.boolean(),
  }),
});

/** Sends an undelivered message again, as a new message. */
export const sendAgain = record('messages/sendAgain', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: messageRow,
});

/** Maximum number of messages that are sent again in one call. */
export const MAX_RESENT = 1_000;

/** Reasons why selected messages are not sent again. Each message counts once, under the first reason that applies. */
export const AGAIN_SKIPPED = ['moving', 'again', 'next', 'notKept', 'optedOut'] as const;
/**
 * `moving`: delivered or on its way. `again`: already sent again. `next`: sent to the next guardian. `notKept`: the text is no longer
 * stored. `optedOut`: the guardian wants no messages.
 */
export type AgainSkipped = (typeof AGAIN_SKIPPED)[number];

const again = z.object({
  /** Number of messages that are, or were, sent again. */
  messages: z.number().int(),
  /** KES, estimated. */
  cost: z.number(),
  skipped: z.object(
    Object.fromEntries(AGAIN_SKIPPED.map((why) => [why, z.number().int()])) as Record<AgainSkipped, z.ZodInt>,
  ),
});
export type SentAgain = z.output<typeof again>;

/** Selects messages by their ids, or else the undelivered ones that match the list's filter, oldest first. */
const whichAgain = z.object({
  sysids: z
    .array(sysid)
    .min(1)
    .max(MAX_RESENT, fieldMessage('most', { most: MAX_RESENT }))
    .optional(),
  state: z.enum(['undelivered', 'failed', 'stopped']).optional(),
  kind: z.string().max(40).optional(),
  announcementSYSID: sysid.optional(),
  search: z.string().trim().max(100).optional(),
});

/** Previews sending messages again: number and cost. POST only, although nothing changes, because a URL is too short for the ids. */
export const previewSendAgain = read('messages/previewSendAgain', {
  access: SCHOOL_STAFF,
  methods: ['POST'],
  body: 'batch',
  input: whichAgain,
  output: again.extend({
    /** KES left of the month's budget. */
    left: z.number(),
    /** Number of matching messages beyond the maximum of one call. */
    beyond: z.number().int(),
  }),
});

/**
 * Sends undelivered messages again, each once, regardless of the number of callers and calls. `messages` is the number that was shown,
 * and the maximum that is sent. Sends all, or none if the month's budget does not suffice.
 */
export const sendAllAgain = record('messages/sendAllAgain', {
  access: SCHOOL_STAFF,
  body: 'batch',
  input: whichAgain.extend({ messages: z.int().min(1) }),
  output: again,
});

/** Returns the cost of the school's messages of this month so far. */
export const getMonth = read('messages/getMonth', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: z.object({
    /** `2026-11`, by the school's clock. */
    month: z.string(),
    /** KES. */
    spent: z.number(),
    cap: z.number(),
    messages: z.number().int(),
    /** Number of messages that were stopped this month after the cap was reached. */
    stopped: z.number().int(),
  }),
});

const MAX_GUARDIANS = fieldMessage('whole-number', { most: 9_999 });
const guardians = z
  .union([z.number(), z.string()], MAX_GUARDIANS)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,4}$/, MAX_GUARDIANS))
  .transform(Number);

const settings = z.object({
  cashOut: z.boolean(),
  collection: z.boolean(),
  refund: z.boolean(),
  item: z.boolean(),
  /** An announcement to more guardians than this waits for a second person; 0 switches the rule off. */
  announceApproval: z.number().int(),
  /** KES per month for messages that are not urgent. Sign-in codes are never stopped. */
  cap: z.number(),
  updated: stamp,
});
export type MessageSettings = z.output<typeof settings>;

/** Returns the school's message settings; unset ones have the product's defaults. */
export const getMessageSettings = read('messages/getSettings', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: settings,
});

/** Changes message settings; fields that are left out stay unchanged. */
export const updateMessageSettings = record('messages/updateSettings', {
  access: ADMIN,
  input: z.object({
    cashOut: flag.optional(),
    collection: flag.optional(),
    refund: flag.optional(),
    item: flag.optional(),
    announceApproval: guardians.optional(),
    cap: kesOrZero.optional(),
    updated: stampOrNone,
  }),
  output: settings,
});

/** Lists the receipt templates of the school, each with an example of realistic length. */
export const getTemplates = list('messages/getTemplates', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['receipt']),
  output: z.object({ receipt: z.enum(RECEIPTS), language: z.enum(LANGUAGES), text: z.string() }),
});

/** Returns the number of guardians that an announcement would reach, and the price of a segment. */
export const countAudience = read('messages/countAudience', {
  access: SCHOOL_STAFF,
  input: z.object({ classSYSID: sysid.optional() }),
  output: z.object({
    recipients: z.number().int(),
    /** Number of those guardians whose language is Kiswahili. */
    inKiswahili: z.number().int(),
    /** KES per segment. */
    price: z.number(),
  }),
});

/** Maximum length of an announcement: three segments of GSM-7. */
export const MAX_ANNOUNCEMENT_LENGTH = 459;
const text = z
  .string()
  // Invisible characters could hide from a reader what a text asks for.
  .transform((typed) => typed.replace(/(?!\u200d)\p{Cf}|\u034f|[\u115f\u1160\u3164\uffa0]/gu, '').trim())
  .pipe(z.string().max(MAX_ANNOUNCEMENT_LENGTH, fieldMessage('too-long', { longest: MAX_ANNOUNCEMENT_LENGTH })))
  .optional()
  .transform((words) => words || null);

const texts = z.object({ textEn: text, textSw: text });
const hasText = ({ textEn, textSw }: z.output<typeof texts>) => textEn !== null || textSw !== null;
const NO_TEXT = { message: fieldMessage('required'), path: ['textEn'] };

/** Texts of an announcement as typed. */
export const announcementTexts = texts.refine(hasText, NO_TEXT);

const announcement = z.object({
  sysid,
  date: moment,
  by: z.string(),
  textEn: z.string().nullable(),
  textSw: z.string().nullable(),
  /** Name of the class; null for all guardians of the school. */
  className: z.string().nullable(),
  recipients: z.number().int(),
  /** Numbers of texts handed to the provider, delivered and not delivered; the rest waits. */
  sent: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  /** KES so far. */
  cost: z.number(),
  /** Null if the announcement was sent at once. */
  approval: z
    .object({
      state: z.enum(['waiting', 'approved', 'rejected']),
      /** `recipients`: many recipients; `payment`: the text asks for money to a number that is not the school's. */
      why: z.array(z.enum(['recipients', 'payment'])),
      /** Person who decided; null while pending. */
      by: z.string().nullable(),
      /** True if the caller wrote the announcement, and so may not approve it. */
      own: z.boolean(),
    })
    .nullable(),
});
export type Announcement = z.output<typeof announcement>;

/**
 * Sends an announcement to the guardians of the active students of a class, or of all, each number once. Guardians whose language is
 * Kiswahili get the Kiswahili text if there is one; all others get the English text. `recipients` is the number that was shown. An
 * announcement to more than `announceApproval` guardians, or with a number to pay to that is not the school's, waits for a second person:
 * `approval.state` is `waiting`.
 */
export const announce = record('messages/announce', {
  access: SCHOOL_STAFF,
  input: texts.extend({ classSYSID: sysid.optional(), recipients: z.int().min(1) }).refine(hasText, NO_TEXT),
  output: announcement,
});

/** Approves and sends another person's announcement. */
export const approveAnnouncement = record('messages/approveAnnouncement', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: announcement,
});

/** Rejects a pending announcement, or withdraws the caller's own. */
export const rejectAnnouncement = record('messages/rejectAnnouncement', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: announcement,
});

/** Lists announcements, page by page, newest first, with the number of delivered texts and the cost in KES. */
export const getAnnouncements = list('messages/getAnnouncements', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ sysid: sysid.optional() }),
  output: announcement,
});

/** Returns the state of the SMS gateway. Admins only: the two addresses contain a secret. */
export const getMessageGateway = read('messages/getGateway', {
  access: ADMIN,
  school: 'none',
  input: z.object({}),
  output: z.object({
    provider: z.enum(['outbox', 'africastalking']),
    /** Reason why only urgent messages are handed over for the moment; null if all is well. */
    stopped: z.string().nullable(),
    /** Null without a second provider. `bySecond`: since when and why messages go through the second provider; null while they do not. */
    second: z.object({ bySecond: z.object({ since: moment, why: z.string() }).nullable() }).nullable(),
    /** Full addresses, to be entered with the provider. */
    hooks: z.object({ deliveryReports: z.string(), optOut: z.string() }),
  }),
});
