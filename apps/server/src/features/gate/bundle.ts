import { type BundlePart, bundlePart } from '../../platform/bundle.ts';

/** Bundle of this feature: every passage with its place, and what did not add up. */
export const GATE_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'passages',
    ['gate_events'],
    `SELECT at AS date, kind AS passage, method, verified, override_reason AS reason, latitude, longitude, scanner_serial AS reader,
            received_at AS received, recorded_by AS by
     FROM gate_events WHERE school_id = $1 AND student_id = $2 ORDER BY at, id`,
  ),
  bundlePart(
    'exceptions',
    ['gate_exceptions'],
    `SELECT at AS date, kind AS exception, detail, note, recorded_by AS by, settled_at AS settled, settled_by AS "settledBy"
     FROM gate_exceptions WHERE school_id = $1 AND student_id = $2 ORDER BY at, id`,
  ),
];
