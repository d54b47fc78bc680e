import { z } from 'zod';
import { list, record, SCHOOL_STAFF, stream } from './endpoint.ts';
import { moment, sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/** Notice kinds: what staff are told of without having asked. */
export const NOTICE_KINDS = [
  'sms.failed',
  'sms.stopped',
  'sms.unreached',
  'sms.cap',
  'sms.outage',
  'sms.outage-over',
  'sms.second',
  'sms.expired',
  'announcement.waits',
  'account.backup-code',
  'account.number-asked',
  'account.made',
  'account.first-factor',
  'account.number-moved',
  'visit.began',
  'session.code-flood',
  'import.failed',
  'import.undone',
  'device.silent',
  'device.revoked-used',
  'device.unsigned-capture',
  'device.resolution',
  'device.resolution-enrolled',
  'exception.open',
  'exception.let-out',
  'exeat.overdue',
  'exception.out-blocked',
  'exception.out-changed',
  'exception.bus-off-changed',
  'exception.many-changed',
  'bus.never-arrived',
  'attendance.held',
  'bus.trip-open-long',
  'bus.aboard-after-closing',
  'bus.wrong-codes',
  'bus.inspection-due',
  'bus.inspection-over',
  'bus.insurance-due',
  'bus.insurance-over',
  'bus.papers-set-out',
  'pin.locked',
  'pin.agent-stopped',
  'pin.guessing',
  'students.copied',
  'students.list-read',
  'finger.held',
  'finger.rebuilt',
  'fingers.exported',
  'meal.override',
  'subsidy.proposed',
  'roll-call.opened',
  'till.variance',
  'suspense.parked',
  'suspense.proposed',
  'suspense.not-returned',
  'refund.proposed',
  'refund.failed',
  'reversal.proposed',
  'erase.proposed',
  'erase.retention',
  'cash-out.unusual',
  'approval.asked',
  'approval.given',
  'approval.refused',
  'books.wrong',
  'books.explained',
  'books.unverified',
  'books.amendment-proposed',
  'books.amended',
  'books.transfer-proposed',
  'clock.wrong',
  'clock.stated',
  'clock.corrected',
  'payment.misconfigured',
  'payment.difference',
  'payment.missing',
  'payment.away',
  'payment.statement',
  'server.disk-low',
  'server.memory-tight',
  'server.backup-failed',
  'server.backup-old',
  'server.copy-failed',
  'server.copy-old',
  'server.copy-differs',
  'server.log-archive-off',
  'server.log-archive-old',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Notice subjects: what a notice may speak of, in the words of the audit trail where a record is meant. */
export const NOTICE_SUBJECTS = [
  'student',
  'device',
  'import',
  'exception',
  'message',
  'till',
  'suspense',
  'approval',
  'wallet',
  'user',
  'books',
  'statement',
  'profile',
  'clock',
  'bus',
  'bus-papers',
  'visit',
  'attendance',
  'unusual',
] as const;

/** `urgent`: somebody has to do something now. */
export const SEVERITIES = ['info', 'warning', 'urgent'] as const;

const params = z.record(z.string().max(40), z.union([z.string().max(200), z.number()]));

/**
 * New notice: what is handed in where something has to be told. No phone number, PIN or other secret is ever among the
 * `params`.
 */
export const newNotice = z.object({
  kind: z.enum(NOTICE_KINDS),
  /** `id`: a sysid, or the admission number of a student. */
  subject: z.object({ kind: z.enum(NOTICE_SUBJECTS), id: z.string().min(1).max(100) }).nullable(),
  /** Parameters of the text: `names`, `admissionNumber`, `label`, `count`, … */
  params,
  /** Not told again of the same subject within so many seconds. */
  quietSeconds: z.number().int().min(0).optional(),
  /** Person who knows it already, since it was their own deed: their bell stays still. */
  knownTo: z.uuid().optional(),
  /** Whose business alone it is: nobody else is told. */
  onlyFor: z.uuid().optional(),
});
export type NewNotice = z.output<typeof newNotice>;

const noticeRow = z.object({
  sysid,
  kind: z.enum(NOTICE_KINDS),
  severity: z.enum(SEVERITIES),
  subject: z.object({ kind: z.enum(NOTICE_SUBJECTS), id: z.string() }).nullable(),
  params,
  date: moment,
  /** Read or cleared by whoever asks. */
  read: z.boolean(),
});
export type NoticeRow = z.output<typeof noticeRow>;

const place = { access: SCHOOL_STAFF, school: 'optional', unvisited: true } as const;

/**
 * Get notifications: what was told in the last two weeks and is neither read nor cleared, newest first; with `read`
 * what is. The platform's own notices for an Admin who has named no school.
 */
export const getNotifications = list('notifications/getNotifications', {
  ...place,
  input: listQuery(['date']).extend({ read: flag.default(false) }),
  output: noticeRow,
});

const left = z.object({ unread: z.number().int() });

/** Marks one notice as read by whoever asks; for everybody else it stays. */
export const readNotice = record('notifications/read', { ...place, input: z.object({ sysid }), output: left });

/** Clears the list of whoever asks; with `upTo`, nothing that was told after that notice. */
export const clearAll = record('notifications/clearAll', {
  ...place,
  input: z.object({ upTo: sysid.optional() }),
  output: left,
});

/**
 * Server-sent events, for whoever accepts them, or JSON as at every other call. Each `data` is one of these, its `event` the name:
 * `open` how many are unread (first); `notice` one that has just been told, its id in `id:` for `Last-Event-ID`;
 * `read` what the same person has read or cleared elsewhere; `refresh` more happened than is worth sending one by one.
 */
export const streamNotices = stream('notifications/stream', {
  ...place,
  input: z.object({}),
  output: z.union([noticeRow, left, z.object({ sysids: z.array(sysid) })]),
});
