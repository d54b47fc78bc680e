import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: items bought for or issued to the student, and each time that pieces were handed out or returned. */
export const ITEM_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'items',
    ['student_items'],
    `SELECT created_at AS date, name AS item, quantity, price, handed_out AS "handedOut", returned, latitude, longitude,
            deleted_at AS hidden, by_user AS by
     FROM student_items WHERE school_id = $1 AND student_id = $2 ORDER BY created_at, id`,
  ),
  bundlePart(
    'itemEvents',
    ['item_events'],
    `SELECT e.at AS date, i.name AS item, e.kind AS "itemEvent", e.quantity, e.method, e.reason, e.amount, e.latitude, e.longitude,
            e.scanner_serial AS reader, e.by_user AS by
     FROM item_events e JOIN student_items i ON i.school_id = e.school_id AND i.id = e.item_id
     WHERE e.school_id = $1 AND i.student_id = $2 ORDER BY e.at, e.id`,
  ),
];
