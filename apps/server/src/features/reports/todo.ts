import type { Todo } from '@mfuko/contract/today';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Actor, Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { countAbsentToday } from '../attendance/index.ts';
import { countStuck } from '../devices/index.ts';
import { UNPAID_REFUND } from '../refunds/index.ts';
import { findWithoutFactor } from '../session/index.ts';
import { countReenrolment } from './reenrolment.ts';
import { countUnusual } from './unusual-findings.ts';

type Counts = Omit<Todo['counts'], 'absent' | 'devices' | 'reenrolment' | 'unusual'>;
type Done = Omit<Todo['setup']['done'], 'factors'>;

interface Found extends Counts, Done {
  readonly withoutPin: number;
  readonly dismissed: boolean;
}

/**
 * Counts of the to-do list. Each count has the filter of the list that it leads to, so that the list has that many rows. PINs are done at
 * nine in ten students, so that one new student without a PIN does not bring the set-up of the school back. M-Pesa is connected once it
 * has the addresses that it reports payments to; of schools with one paybill, which have a prefix each, one may have registered for all.
 */
const TODO = `
  SELECT
    (SELECT count(*)::int FROM cash_approvals
     WHERE school_id = $1 AND decision IS NULL AND asked_at > now() - interval '12 hours') AS approvals,
    (SELECT count(*)::int FROM suspense_items WHERE school_id = $1 AND state = 'open') AS suspense,
    (SELECT count(*)::int FROM suspense_items WHERE school_id = $1 AND state = 'proposed') AS "suspenseProposed",
    (SELECT count(DISTINCT s.id)::int FROM reversal_proposals p
     JOIN journal_entries e ON e.school_id = $1 AND e.id = p.entry_id
     JOIN students s ON s.school_id = $1 AND s.id = e.student_id AND s.deleted_at IS NULL
     WHERE p.school_id = $1 AND p.decision IS NULL) AS reversals,
    (SELECT count(*)::int FROM refunds r JOIN students s ON s.school_id = $1 AND s.id = r.student_id AND s.erased_at IS NULL
     WHERE r.school_id = $1 AND r.state = 'proposed') AS refunds,
    (SELECT count(*)::int FROM refunds r JOIN students s ON s.school_id = $1 AND s.id = r.student_id AND s.erased_at IS NULL
     WHERE r.school_id = $1 AND ${UNPAID_REFUND}) AS "refundsFailed",
    (SELECT count(*)::int FROM payment_statements WHERE school_id = $1 AND decision IS NULL) AS statements,
    (SELECT count(*)::int FROM tills
     WHERE school_id = $1 AND closed_at IS NOT NULL AND countersigned_at IS NULL) AS tills,
    (SELECT count(*)::int FROM sms_messages m
     WHERE m.school_id = $1 AND m.state IN ('undelivered', 'failed') AND m.created_at > now() - interval '30 days'
       AND NOT EXISTS (SELECT 1 FROM sms_messages a WHERE a.school_id = $1 AND a.again_of = m.id)) AS messages,
    (SELECT count(*)::int FROM gate_exceptions WHERE school_id = $1 AND settled_at IS NULL) AS exceptions,
    COALESCE((SELECT greatest(findings, (difference <> 0 OR COALESCE(provider_difference, 0) <> 0)::int)
              FROM book_states WHERE school_id = $1), 0) AS books,
    (SELECT count(*)::int FROM book_amendment_proposals WHERE school_id = $1 AND decision IS NULL) AS amendments,
    (SELECT count(*)::int FROM bank_transfers WHERE school_id = $1 AND decision IS NULL) AS transfers,
    (SELECT count(*)::int FROM meal_subsidy_proposals WHERE school_id = $1 AND decision IS NULL) AS subsidies,
    (SELECT count(*)::int FROM erasures WHERE school_id = $1 AND decision IS NULL) AS erasures,
    EXISTS (SELECT 1 FROM schools WHERE id = $1 AND logo IS NOT NULL) AS logo,
    EXISTS (SELECT 1 FROM classes WHERE school_id = $1 AND deleted_at IS NULL) AS classes,
    enrolled.active > 0 AS students,
    enrolled.active > 0 AND enrolled.with_pin * 10 >= enrolled.active * 9 AS pins,
    EXISTS (SELECT 1 FROM pocket_limits WHERE school_id = $1 AND scope = 'school' AND (no_cash OR on_campus
      OR num_nonnulls(cash_out, cash_day, cash_week, spending_day, cash_outs_day, approval_above) > 0)) AS limits,
    EXISTS (SELECT 1 FROM pocket_limits WHERE school_id = $1 AND scope = 'school' AND finger_alone IS NOT NULL) AS "fingerLimit",
    EXISTS (SELECT 1 FROM payment_configs c WHERE c.school_id = $1 AND (
      EXISTS (SELECT 1 FROM account_prefixes WHERE school_id = $1 AND code = c.short_code)
      OR EXISTS (SELECT 1 FROM provider_registrations r
                 WHERE r.school_id = $1 AND r.registered_at IS NOT NULL AND coalesce(r.short_code, c.short_code) = c.short_code)
    )) AS payments,
    EXISTS (SELECT 1 FROM tills WHERE school_id = $1) AS till,
    enrolled.active - enrolled.with_pin AS "withoutPin",
    EXISTS (SELECT 1 FROM setup_dismissals WHERE school_id = $1) AS dismissed
  FROM (SELECT count(*)::int AS active, count(pin_hash)::int AS with_pin FROM students
        WHERE school_id = $1 AND status = 'active' AND deleted_at IS NULL) AS enrolled`;

/** Reads what waits for the staff of a school. Every screen of theirs calls this. */
export async function readTodo(
  tx: ReadTx,
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  { userId, hasFactor }: Actor,
): Promise<Todo> {
  const [found] = await tx.prepared<Found>('todo', TODO, [tx.schoolId]);
  if (!found) throw new TypeError('The query of counts returned no row.');
  const { logo, classes, students, pins, limits, fingerLimit, payments, till, withoutPin, dismissed, ...counts } =
    found;
  const withoutFactor = config.production ? await findWithoutFactor(tx) : null;
  const factors = !withoutFactor?.length;
  const done = { factors, logo, classes, students, pins, limits, fingerLimit, payments, till };
  const absent = await countAbsentToday(tx, new Date(clock.now()));
  const devices = await countStuck(tx);
  const reenrolment = await countReenrolment(tx);
  const unusual = await countUnusual(tx, userId);
  return {
    counts: { ...counts, absent, devices, reenrolment, unusual },
    setup: { done, withoutPin, withoutFactor, lacksFactor: !hasFactor, dismissed },
  };
}

/** Dismisses the set-up list of the school. It is idempotent. */
export function dismissSetup(call: Call): Promise<Record<string, never>> {
  return call.record(async (tx) => {
    const added = await tx.row(
      'INSERT INTO setup_dismissals (school_id, by_user) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING school_id',
      [tx.schoolId, call.actor.userId],
    );
    if (added) await audit(tx, call, { action: 'school.dismiss-setup', subjectKind: 'school', subjectId: tx.schoolId });
    return {};
  });
}
