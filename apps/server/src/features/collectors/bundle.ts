import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';
import { openPhotos } from './photo.ts';

/** Exports who may collect the child and who must not, their photos, and with whom the child left. */
export const COLLECTOR_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'collectors',
    ['collectors'],
    `SELECT added_at AS date, name, relation, mobile_number AS "mobileNumber", to_char(valid_until, 'YYYY-MM-DD') AS "validUntil",
            blocked_reason AS reason, added_by AS by, removed_at AS until, removed_by AS "removedBy"
     FROM collectors WHERE school_id = $1 AND student_id = $2 ORDER BY added_at, id`,
  ),
  {
    name: 'collectorPhotos',
    tables: ['collector_photos'],
    async read(tx, context, { id }) {
      const told = await tx.rows<{ sysid: string }>(
        `SELECT p.collector_id AS sysid, p.asked_at AS date, c.name, p.asked_by AS by
         FROM collector_photos p JOIN collectors c ON c.school_id = p.school_id AND c.id = p.collector_id
         WHERE p.school_id = $1 AND p.student_id = $2 ORDER BY p.asked_at, c.id`,
        [tx.schoolId, id],
      );
      const photos = new Map((await openPhotos(tx, context, id)).map((each) => [each.sysid, each.b64Photo]));
      return told.map(({ sysid, ...row }) => ({ ...row, picture: photos.get(sysid) ?? null }));
    },
  },
  bundlePart(
    'leavesAlone',
    ['leaves_alone'],
    'SELECT since AS date, set_by AS by FROM leaves_alone WHERE school_id = $1 AND student_id = $2',
  ),
  bundlePart(
    'releases',
    ['releases'],
    `SELECT at AS date, way AS "releaseWay", name, relation, released_by AS by FROM releases WHERE school_id = $1 AND student_id = $2 ORDER BY at, event_id`,
  ),
];
