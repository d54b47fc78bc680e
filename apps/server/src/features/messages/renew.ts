import type { Keys } from '../../platform/crypto/keys.ts';
import type { OwnerTx } from '../../platform/database/database.ts';

const PAGE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface Sealed {
  readonly id: string;
  readonly to: Buffer | null;
  readonly text: Buffer | null;
  readonly next: Buffer | null;
}

/**
 * Seals the messages of the transaction's school, which moves to another installation, under new keys. A message whose number was erased
 * can no longer be found by its number's digest.
 */
export async function renewMessages(tx: OwnerTx, from: Keys, to: Keys): Promise<void> {
  for (let after = BEFORE_ALL; ; ) {
    const page = await tx.rows<Sealed>(
      `SELECT id, to_sealed AS "to", text_sealed AS text, next_sealed AS next FROM sms_messages
       WHERE school_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE}`,
      [tx.schoolId, after],
    );
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
    const column = (read: (row: Sealed) => Buffer | null) =>
      page.map((row) => {
        const sealed = read(row);
        return sealed && to.seal(`sms:${row.id}`, from.open(`sms:${row.id}`, sealed));
      });
    const hashes = page.map((row) => row.to && to.digest('phone', from.open(`sms:${row.id}`, row.to)));
    await tx.query(
      `UPDATE sms_messages m SET to_sealed = r.to_sealed, text_sealed = r.text_sealed, next_sealed = r.next_sealed, to_hash = r.to_hash
       FROM unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[]) AS r (id, to_sealed, text_sealed, next_sealed, to_hash)
       WHERE m.school_id = $1 AND m.id = r.id`,
      [
        tx.schoolId,
        page.map(({ id }) => id),
        column((row) => row.to),
        column((row) => row.text),
        column((row) => row.next),
        hashes,
      ],
    );
  }
}
