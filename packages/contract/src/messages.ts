import { z } from 'zod';
import { ADMIN, list, read, record, SCHOOL_STAFF } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';
import { kesOrZero } from './money.ts';
import { LANGUAGES } from './sms.ts';
import { stamp, stampOrNone } from './stamp.ts';

/** The receipts that go to guardians; each can be switched off. */
export const RECEIPTS = ['cash-out', 'collection', 'refund', 'item'] as const;
export type Receipt = (typeof RECEIPTS)[number];

/**
 * Message states: where a message is. It only ever moves forwards, in this order. `sent`: the provider took it.
 * `submitted`, `buffered`: it is on its way. `undelivered`: it left, and did not arrive. `failed`: it never left.
 * `stopped`: it was not sent, for the money of the month was spent.
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
  /** The ends of the number, `2547…678`. */
  mobileNumber: z.string(),
  /** Whom it is about: `Achieng O. (4417)`. */
  about: z.string().nullable(),
  state: z.enum(MESSAGE_STATES),
  /** Reason for which it failed, in the provider's or our words. */
  reason: z.string().nullable(),
  segments: z.number().int(),
  /** KES, with up to four decimals; null where it has cost nothing yet. */
  cost: z.number().nullable(),
  /** 2: it went to the next guardian, since the first could not be reached. */
  turn: z.number().int(),
});
export type MessageRow = z.output<typeof messageRow>;

/** The text messages of the school, the newest first. */
export const getMessages = list('messages/getMessages', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'kind', 'state', 'cost']).extend({
    state: z.enum(MESSAGE_STATES).optional(),
    kind: z.string().max(40).optional(),
    announcementSYSID: sysid.optional(),
    /** True: of the last 30 days, those that did not arrive and were not sent again. */
    notArrived: z.literal('true').optional(),
  }),
  output: messageRow,
});

const step = z.object({ status: z.string(), reason: z.string().nullable(), date: moment });

/** One message of the school with its text and the provider's reports. 404 `message.not-found`. */
export const getMessage = read('messages/getMessage', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: messageRow.extend({
    /** Text: what it says; null where that is no longer kept. */
    text: z.string().nullable(),
    language: z.enum(LANGUAGES).nullable(),
    /** Reports: what the provider told, in the order in which it did. */
    reports: z.array(step),
    /** The same message to the next guardian or again, this one included, in their order. */
    chain: z.array(
      messageRow.pick({ sysid: true, date: true, mobileNumber: true, state: true, reason: true, turn: true }),
    ),
    canSendAgain: z.boolean(),
  }),
});

/** Sends a message once more that did not arrive. It becomes a message of its own. */
export const sendAgain = record('messages/sendAgain', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: messageRow,
});

/** The most that are sent again at once. */
export const MOST_AGAIN = 1_000;

/** Reasons for which messages among those that were named are not sent again. Each counts once, under the first that holds. */
export const AGAIN_SKIPPED = ['moving', 'again', 'next', 'notKept', 'optedOut'] as const;
/**
 * `moving`: it arrived or is on its way. `again`: it was sent again already. `next`: the next guardian has it. `notKept`:
 * nobody knows any more what it said. `optedOut`: the guardian wants no messages.
 */
export type AgainSkipped = (typeof AGAIN_SKIPPED)[number];

const again = z.object({
  /** Messages that go, or went, out again. */
  messages: z.number().int(),
  /** KES, as counted beforehand. */
  cost: z.number(),
  skipped: z.object(
    Object.fromEntries(AGAIN_SKIPPED.map((why) => [why, z.number().int()])) as Record<AgainSkipped, z.ZodInt>,
  ),
});
export type SentAgain = z.output<typeof again>;

/** Those that are named by their ids, or else those of the list with its filter that did not arrive, the oldest first. */
const whichAgain = z.object({
  sysids: z
    .array(sysid)
    .min(1)
    .max(MOST_AGAIN, fieldMessage('most', { most: MOST_AGAIN }))
    .optional(),
  state: z.enum(['undelivered', 'failed', 'stopped']).optional(),
  kind: z.string().max(40).optional(),
  announcementSYSID: sysid.optional(),
  search: z.string().trim().max(100).optional(),
});

/** Preview of sending them again: number and cost. POST only, although it changes nothing: an address has no room for the ids. */
export const previewSendAgain = read('messages/previewSendAgain', {
  access: SCHOOL_STAFF,
  methods: ['POST'],
  body: 'batch',
  input: whichAgain,
  output: again.extend({
    /** KES that are left of the month. */
    left: z.number(),
    /** Number of the filter's messages beyond those that are sent at once. */
    beyond: z.number().int(),
  }),
});

/**
 * Sends messages once more that did not arrive, each once, whoever asks and however often. `messages` is the number that was
 * shown: more than that do not go. All go, or where the money of the month does not suffice, none.
 */
export const sendAllAgain = record('messages/sendAllAgain', {
  access: SCHOOL_STAFF,
  body: 'batch',
  input: whichAgain.extend({ messages: z.int().min(1) }),
  output: again,
});

/** Get month: what the school's messages of this month have cost so far. */
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
    /** Messages that were not sent this month since the cap was reached. */
    stopped: z.number().int(),
  }),
});

const MOST_GUARDIANS = fieldMessage('whole-number', { most: 9_999 });
const guardians = z
  .union([z.number(), z.string()], MOST_GUARDIANS)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,4}$/, MOST_GUARDIANS))
  .transform(Number);

const settings = z.object({
  cashOut: z.boolean(),
  collection: z.boolean(),
  refund: z.boolean(),
  item: z.boolean(),
  /** An announcement to more guardians than this waits for a second person; 0: none does for its number. */
  announceApproval: z.number().int(),
  /** KES a month for what is not urgent. Sign-in codes are never stopped. */
  cap: z.number(),
  updated: stamp,
});
export type MessageSettings = z.output<typeof settings>;

/** Settings of the school's messages; those that nobody has set are the product's. */
export const getMessageSettings = read('messages/getSettings', {
  access: SCHOOL_STAFF,
  input: z.object({}),
  output: settings,
});

/** Update message settings: what is left out stays as it is. */
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

/** Get templates: what the receipts of the school say, each with an example of a real length. */
export const getTemplates = list('messages/getTemplates', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['receipt']),
  output: z.object({ receipt: z.enum(RECEIPTS), language: z.enum(LANGUAGES), text: z.string() }),
});

/** Number of guardians whom an announcement would go to, and what a segment costs. */
export const countAudience = read('messages/countAudience', {
  access: SCHOOL_STAFF,
  input: z.object({ classSYSID: sysid.optional() }),
  output: z.object({
    recipients: z.number().int(),
    /** Of them, those who are written to in Kiswahili. */
    inKiswahili: z.number().int(),
    /** KES a segment. */
    price: z.number(),
  }),
});

/** Three segments of GSM-7. */
export const LONGEST_ANNOUNCEMENT = 459;
const text = z
  .string()
  // Signs that nobody sees hide from a reader what a text asks for.
  .transform((typed) => typed.replace(/(?!\u200d)\p{Cf}|\u034f|[\u115f\u1160\u3164\uffa0]/gu, '').trim())
  .pipe(z.string().max(LONGEST_ANNOUNCEMENT, fieldMessage('too-long', { longest: LONGEST_ANNOUNCEMENT })))
  .optional()
  .transform((words) => words || null);

const texts = z.object({ textEn: text, textSw: text });
const hasText = ({ textEn, textSw }: z.output<typeof texts>) => textEn !== null || textSw !== null;
const NO_TEXT = { message: fieldMessage('required'), path: ['textEn'] };

/** Announcement texts: what is typed of an announcement. */
export const announcementTexts = texts.refine(hasText, NO_TEXT);

const announcement = z.object({
  sysid,
  date: moment,
  by: z.string(),
  textEn: z.string().nullable(),
  textSw: z.string().nullable(),
  /** Null: all guardians of the school. */
  className: z.string().nullable(),
  recipients: z.number().int(),
  /** Of them, how many were handed over, arrived, and did not; the rest waits. */
  sent: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  /** KES so far. */
  cost: z.number(),
  /** Null where it went out at once. */
  approval: z
    .object({
      state: z.enum(['waiting', 'approved', 'rejected']),
      /** `recipients`: it goes to many; `payment`: it asks for money to a number that is not the school's. */
      why: z.array(z.enum(['recipients', 'payment'])),
      /** Decided by; null while it waits. */
      by: z.string().nullable(),
      /** True if it is my own, which somebody else has to approve. */
      own: z.boolean(),
    })
    .nullable(),
});
export type Announcement = z.output<typeof announcement>;

/**
 * Writes to the guardians of the active students of a class, or of all, each number once. Whoever is written to in
 * Kiswahili gets that text where there is one, and everybody else the other. `recipients` is the number that was shown. To more than
 * `announceApproval`, or with a number to pay to that is not the school's, it waits for a second person: `approval.state` is `waiting`.
 */
export const announce = record('messages/announce', {
  access: SCHOOL_STAFF,
  input: texts.extend({ classSYSID: sysid.optional(), recipients: z.int().min(1) }).refine(hasText, NO_TEXT),
  output: announcement,
});

/** Lets an announcement go that somebody else has written. */
export const approveAnnouncement = record('messages/approveAnnouncement', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: announcement,
});

/** Turns an announcement down that waits, or takes the own one back. */
export const rejectAnnouncement = record('messages/rejectAnnouncement', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: announcement,
});

/** Announcements, a page of them, the newest first, with how many texts arrived and their cost in KES. */
export const getAnnouncements = list('messages/getAnnouncements', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date']).extend({ sysid: sysid.optional() }),
  output: announcement,
});

/** State of the SMS gateway. Admins only: the two addresses hold a secret. */
export const getMessageGateway = read('messages/getGateway', {
  access: ADMIN,
  school: 'none',
  input: z.object({}),
  output: z.object({
    provider: z.enum(['outbox', 'africastalking']),
    /** Null: all is well. Otherwise why nothing but urgent messages is handed over for the moment. */
    stopped: z.string().nullable(),
    /** Null: there is no second provider. `bySecond`: since when and why messages go by it; null while they do not. */
    second: z.object({ bySecond: z.object({ since: moment, why: z.string() }).nullable() }).nullable(),
    /** Whole addresses, to enter with the provider. */
    hooks: z.object({ deliveryReports: z.string(), optOut: z.string() }),
  }),
});
