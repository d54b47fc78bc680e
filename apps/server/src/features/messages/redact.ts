import type { NamePattern } from '../../platform/audit/name-pattern.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

const PAGE = 2_000;

/** Removes an erased child's names from messages about others, such as an announcement of a winner or a note to the staff. */
export async function redactMessages(tx: Tx, { keys }: Pick<AppContext, 'keys'>, pattern: NamePattern): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (let more = true; more; ) {
    const page = await tx.rows<{ id: string; sealed: Buffer; about: string | null }>(
      `SELECT id, text_sealed AS sealed, about FROM sms_messages
       WHERE school_id = $1 AND id > $2 AND text_sealed IS NOT NULL ORDER BY id LIMIT ${PAGE}`,
      [tx.schoolId, after],
    );
    const told = page.flatMap(({ id, sealed, about }) => {
      const text = keys.open(`sms:${id}`, sealed).toString('utf8');
      if (!pattern.names(text) && !(about && pattern.names(about))) return [];
      return [
        {
          id,
          text: keys.seal(`sms:${id}`, Buffer.from(pattern.without(text))),
          about: about && pattern.without(about),
        },
      ];
    });
    await tx.row(
      `UPDATE sms_messages m SET text_sealed = r.text, about = r.about FROM unnest($2::uuid[], $3::bytea[], $4::text[]) AS r (id, text, about)
       WHERE m.school_id = $1 AND m.id = r.id`,
      [tx.schoolId, told.map(({ id }) => id), told.map(({ text }) => text), told.map(({ about }) => about)],
    );
    after = page.at(-1)?.id ?? after;
    more = page.length === PAGE;
  }
}
