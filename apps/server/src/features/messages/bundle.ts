import type { BundlePart } from '../../platform/records/bundle.ts';
import { findSpoken } from './spoken.ts';

/** Bundle of this feature: text messages about the student, with their texts while these are kept. Numbers are masked. */
export const MESSAGE_BUNDLE: readonly BundlePart[] = [
  {
    name: 'messages',
    tables: ['sms_messages'],
    async read(tx, context, subject) {
      const texts = await findSpoken(tx, context, subject);
      const rows = await tx.rows<{ id: string }>(
        `SELECT id, created_at AS date, kind AS "messageKind", to_masked AS "mobileNumber", language, state AS "messageState", sent_at AS sent,
                failure AS note
         FROM sms_messages WHERE school_id = $1 AND id = ANY($2::uuid[]) ORDER BY created_at, id`,
        [tx.schoolId, [...texts.keys()]],
      );
      return rows.map(({ id, ...row }) => ({ ...row, text: texts.get(id) ?? null }));
    },
  },
];
