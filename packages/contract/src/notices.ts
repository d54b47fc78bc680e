import { z } from 'zod';
import { list, record, SCHOOL_STAFF, stream } from './endpoint.ts';
import { moment, sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';

/** Kinds of notices that are pushed to staff. */
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
  'program.token',
  'program.deposit-limit',
  'visit.began',
  'session.code-flood',
  'import.failed',
  'import.undone',
  'device.silent',
  'device.revoked-used',
  'device.copied',
  'device.forked',
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
  'offline.unreadable',
  'offline.late',
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

/** Subjects of a notice; for a record, the same word as in the audit trail. */
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
  'api-key',
] as const;

/** `urgent`: somebody has to act now. */
export const SEVERITIES = ['info', 'warning', 'urgent'] as const;

const params = z.record(z.string().max(40), z.union([z.string().max(200), z.number()]));

/** Input for a new notice. `params` never contain a phone number, PIN or other secret. */
export const newNotice = z.object({
  kind: z.enum(NOTICE_KINDS),
  /** `id`: a sysid, or the admission number of a student. */
  subject: z.object({ kind: z.enum(NOTICE_SUBJECTS), id: z.string().min(1).max(100) }).nullable(),
  /** Parameters of the text: `names`, `admissionNumber`, `label`, `count`, … */
  params,
  /** Severity, where it depends on what happened; without it that of the kind. */
  severity: z.enum(SEVERITIES).optional(),
  /** Seconds during which the notice is not repeated for the same subject. */
  quietSeconds: z.number().int().min(0).optional(),
  /** Person whose own action caused the notice: their bell stays silent. */
  knownTo: z.uuid().optional(),
  /** Sole recipient of the notice. */
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
  /** True if the caller has read or cleared the notice. */
  read: z.boolean(),
});
export type NoticeRow = z.output<typeof noticeRow>;

const place = { access: SCHOOL_STAFF, school: 'optional', unvisited: true } as const;

/**
 * Lists the notices of the last two weeks, newest first: those that the caller has neither read nor cleared, or with `read` those that
 * the caller has. An Admin who has named no school gets the platform's own notices.
 */
export const getNotifications = list('notifications/getNotifications', {
  ...place,
  input: listQuery(['date']).extend({ read: flag.default(false) }),
  output: noticeRow,
});

const left = z.object({ unread: z.number().int() });

/** Marks one notice as read by the caller; it stays unread for everybody else. */
export const readNotice = record('notifications/read', { ...place, input: z.object({ sysid }), output: left });

/** Clears the caller's list; with `upTo`, without the notices that came after that one. */
export const clearAll = record('notifications/clearAll', {
  ...place,
  input: z.object({ upTo: sysid.optional() }),
  output: left,
});

/**
 * Streams notices as server-sent events to a client that accepts them, and otherwise answers JSON. Each `data` is one of these, and
 * `event` is its name: `open`, the number of unread notices (first); `notice`, a new notice, with its id in `id:` for `Last-Event-ID`;
 * `read`, notices that the same person has read or cleared elsewhere; `refresh`, too many changes to send one by one.
 */
export const streamNotices = stream('notifications/stream', {
  ...place,
  input: z.object({}),
  output: z.union([noticeRow, left, z.object({ sysids: z.array(sysid) })]),
});
