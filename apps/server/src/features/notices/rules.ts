import type { NoticeKind, NoticeRow } from '@mfuko/contract/notices';

/** Days for which notices are shown; older ones are deleted at night. */
export const KEPT_DAYS = 14;

/** Severity of each kind of notice, where the notice has none of its own. */
export const SEVERITY: Record<NoticeKind, NoticeRow['severity']> = {
  'sms.failed': 'warning',
  'sms.stopped': 'urgent',
  'sms.unreached': 'warning',
  'sms.cap': 'warning',
  'sms.outage': 'urgent',
  'sms.outage-over': 'info',
  'sms.second': 'warning',
  'announcement.waits': 'warning',
  'sms.expired': 'warning',
  'account.backup-code': 'warning',
  'account.number-asked': 'warning',
  'account.made': 'warning',
  'account.first-factor': 'warning',
  'account.number-moved': 'warning',
  'program.token': 'warning',
  'program.deposit-limit': 'urgent',
  'visit.began': 'info',
  'session.code-flood': 'urgent',
  'import.failed': 'warning',
  'import.undone': 'info',
  'device.silent': 'warning',
  'device.revoked-used': 'urgent',
  'device.copied': 'urgent',
  'device.forked': 'urgent',
  'device.unsigned-capture': 'urgent',
  'device.resolution': 'warning',
  'device.resolution-enrolled': 'warning',
  'exception.open': 'warning',
  'exception.let-out': 'urgent',
  'exeat.overdue': 'urgent',
  'exception.out-blocked': 'urgent',
  'exception.out-changed': 'urgent',
  'exception.bus-off-changed': 'urgent',
  'exception.many-changed': 'urgent',
  'offline.unreadable': 'urgent',
  'offline.late': 'warning',
  'bus.never-arrived': 'urgent',
  'attendance.held': 'warning',
  'bus.trip-open-long': 'urgent',
  'bus.aboard-after-closing': 'urgent',
  'bus.wrong-codes': 'warning',
  'bus.inspection-due': 'warning',
  'bus.inspection-over': 'urgent',
  'bus.insurance-due': 'warning',
  'bus.insurance-over': 'urgent',
  'bus.papers-set-out': 'urgent',
  'pin.locked': 'urgent',
  'pin.agent-stopped': 'urgent',
  'pin.guessing': 'urgent',
  'students.copied': 'urgent',
  'students.list-read': 'warning',
  'finger.held': 'info',
  'finger.rebuilt': 'warning',
  'fingers.exported': 'urgent',
  'meal.override': 'warning',
  'subsidy.proposed': 'info',
  'roll-call.opened': 'urgent',
  'till.variance': 'warning',
  'suspense.parked': 'warning',
  'suspense.proposed': 'info',
  'suspense.not-returned': 'warning',
  'refund.proposed': 'info',
  'erase.proposed': 'info',
  'erase.retention': 'info',
  'refund.failed': 'warning',
  'reversal.proposed': 'warning',
  'cash-out.unusual': 'warning',
  'approval.asked': 'urgent',
  'approval.given': 'info',
  'approval.refused': 'warning',
  'books.wrong': 'urgent',
  'books.explained': 'warning',
  'books.unverified': 'warning',
  'books.amendment-proposed': 'warning',
  'books.amended': 'warning',
  'books.transfer-proposed': 'info',
  'clock.wrong': 'urgent',
  'clock.stated': 'urgent',
  'clock.corrected': 'warning',
  'payment.misconfigured': 'urgent',
  'payment.difference': 'urgent',
  'payment.missing': 'urgent',
  'payment.away': 'urgent',
  'payment.statement': 'info',
  'server.disk-low': 'urgent',
  'server.memory-tight': 'urgent',
  'server.backup-failed': 'urgent',
  'server.backup-old': 'urgent',
  'server.copy-failed': 'urgent',
  'server.copy-old': 'urgent',
  'server.copy-differs': 'urgent',
  'server.log-archive-off': 'urgent',
  'server.log-archive-old': 'urgent',
};

const PHONE = /(?:\+?254|\b0)[17]\d{8}(?!\d)/g;

/** Masks every phone number in a notice's parameters, since more people read a notice than its author. */
export function withoutPhones(params: NoticeRow['params']): NoticeRow['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(PHONE, (phone) => `${phone.slice(0, 4)}…${phone.slice(-3)}`) : value,
    ]),
  );
}

/** Overlap of two reads: several processes write notices at once, and one may commit after another with a higher id. */
const OVERLAP_MS = 60_000;

/** Returns the lowest id (UUIDv7) from which a stream must read to miss no notice; some may be read twice. */
export function lookFrom(unixMs: number): string {
  const time = Math.max(0, Math.floor(unixMs) - OVERLAP_MS)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Returns the time at which an id was made, in Unix milliseconds; null for an id that is no UUIDv7. */
export function madeAt(id: string): number | null {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(id)
    ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    : null;
}
