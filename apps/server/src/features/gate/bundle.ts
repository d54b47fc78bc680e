import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Exports a student's gate records: every passage with its place, exceptions, and roll calls of an evacuation. */
export const GATE_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'passages',
    ['gate_events'],
    `SELECT at AS date, kind AS passage, method, verified, override_reason AS reason, latitude, longitude, scanner_serial AS reader,
            received_at AS received, recorded_by AS by, found AS "byTouch", undoes IS NOT NULL AS "takesBack"
     FROM gate_events WHERE school_id = $1 AND student_id = $2 ORDER BY at, id`,
  ),
  bundlePart(
    'rollCalls',
    ['roll_call_expected', 'roll_call_ticks'],
    `SELECT r.opened_at AS date, r.reason, t.ticked_at AS seen, t.recorded_by AS by,
            t.by_finger AS "byFinger", t.undoes IS NOT NULL AS "takesBack" FROM roll_calls r
     LEFT JOIN roll_call_ticks t ON t.school_id = r.school_id AND t.roll_call_id = r.id AND t.student_id = $2
     WHERE r.school_id = $1 AND (t.key IS NOT NULL OR EXISTS (SELECT 1 FROM roll_call_expected e
       WHERE e.school_id = r.school_id AND e.roll_call_id = r.id AND e.student_id = $2))
     ORDER BY r.opened_at, t.ticked_at`,
  ),
  bundlePart(
    'exceptions',
    ['gate_exceptions'],
    `SELECT at AS date, kind AS exception, detail, note, recorded_by AS by, settled_at AS settled, settled_by AS "settledBy"
     FROM gate_exceptions WHERE school_id = $1 AND student_id = $2 ORDER BY at, id`,
  ),
];
