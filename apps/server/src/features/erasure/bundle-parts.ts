import { shownChanges, shownDetail } from '../../platform/audit/shown.ts';
import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';
import { ATTENDANCE_BUNDLE } from '../attendance/index.ts';
import { BUS_BUNDLE } from '../bus/index.ts';
import { MEAL_BUNDLE } from '../canteen/index.ts';
import { COLLECTOR_BUNDLE } from '../collectors/index.ts';
import { EXEAT_BUNDLE } from '../exeats/index.ts';
import { FINGERPRINT_BUNDLE } from '../fingerprints/index.ts';
import { GATE_BUNDLE } from '../gate/index.ts';
import { GUARDIAN_CODE_BUNDLE } from '../guardian-codes/index.ts';
import { IMPORT_BUNDLE } from '../imports/index.ts';
import { ITEM_BUNDLE } from '../items/index.ts';
import { LEDGER_BUNDLE } from '../ledger/index.ts';
import { LIMIT_BUNDLE } from '../limits/index.ts';
import { MESSAGE_BUNDLE } from '../messages/index.ts';
import { NOTICE_BUNDLE } from '../notices/index.ts';
import { PAYMENT_BUNDLE } from '../payments/index.ts';
import { REFUND_BUNDLE } from '../refunds/index.ts';
import { REMINDER_BUNDLE } from '../reminders/index.ts';
import { STATEMENT_BUNDLE } from '../statements/index.ts';
import { STUDENT_BUNDLE } from '../students/index.ts';
import { SUSPENSE_BUNDLE } from '../suspense/index.ts';
import { WALLET_BUNDLE } from '../wallet/index.ts';
import { readRecords } from './records.ts';

/** Audit rows about the student, a guardian, or a record of theirs, reads of the record included. */
const TRAIL: BundlePart = {
  name: 'trail',
  tables: ['audit_events'],
  async read(tx, _context, subject) {
    const rows = await tx.rows<{ detail: Readonly<Record<string, unknown>> }>(
      `SELECT at AS date, action, actor_id AS by, detail FROM audit_events
       WHERE school_id = $1 AND subject_id = ANY($2::uuid[]) ORDER BY at, id`,
      [tx.schoolId, await readRecords(tx, subject)],
    );
    return rows.map(({ detail: { changes, ...detail }, ...row }) => ({
      ...row,
      changes: shownChanges(changes),
      detail: shownDetail(detail),
    }));
  },
};

/** Parts of a bundle, in the order of its page. Each feature reads its own. */
export const BUNDLE_PARTS: readonly BundlePart[] = [
  ...STUDENT_BUNDLE,
  ...FINGERPRINT_BUNDLE,
  ...GUARDIAN_CODE_BUNDLE,
  ...LEDGER_BUNDLE,
  ...WALLET_BUNDLE,
  ...PAYMENT_BUNDLE,
  ...STATEMENT_BUNDLE,
  ...SUSPENSE_BUNDLE,
  ...REFUND_BUNDLE,
  ...REMINDER_BUNDLE,
  ...LIMIT_BUNDLE,
  ...MEAL_BUNDLE,
  ...ITEM_BUNDLE,
  ...COLLECTOR_BUNDLE,
  ...EXEAT_BUNDLE,
  ...GATE_BUNDLE,
  ...BUS_BUNDLE,
  ...ATTENDANCE_BUNDLE,
  ...MESSAGE_BUNDLE,
  ...NOTICE_BUNDLE,
  ...IMPORT_BUNDLE,
  bundlePart(
    'erasures',
    ['erasures'],
    `SELECT at AS date, reason, by_user AS by, decision, decided_at AS decided, decided_by AS "decidedBy"
     FROM erasures WHERE school_id = $1 AND student_id = $2 ORDER BY at, id`,
  ),
  TRAIL,
];
