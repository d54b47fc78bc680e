import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: who may collect the child and who must not, the codes that were sent, and with whom the child went. */
export const COLLECTOR_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'collectors',
    ['collectors'],
    `SELECT added_at AS date, name, relation, mobile_number AS "mobileNumber", to_char(valid_until, 'YYYY-MM-DD') AS "validUntil",
            blocked_reason AS reason, added_by AS by, removed_at AS until, removed_by AS "removedBy"
     FROM collectors WHERE school_id = $1 AND student_id = $2 ORDER BY added_at, id`,
  ),
  bundlePart(
    'leavesAlone',
    ['leaves_alone'],
    'SELECT since AS date, set_by AS by FROM leaves_alone WHERE school_id = $1 AND student_id = $2',
  ),
  bundlePart(
    'collectorCodes',
    ['collector_codes'],
    `SELECT created_at AS date, name, ended_at AS until, sent_by AS by
     FROM collector_codes WHERE school_id = $1 AND student_id = $2 ORDER BY created_at, id`,
  ),
  bundlePart(
    'releases',
    ['releases'],
    `SELECT at AS date, way AS "releaseWay", name, relation, released_by AS by FROM releases WHERE school_id = $1 AND student_id = $2 ORDER BY at, event_id`,
  ),
];
