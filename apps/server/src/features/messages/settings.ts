import type { InputOf } from '@mfuko/contract/endpoint';
import type { MessageSettings, updateMessageSettings as updateCall } from '@mfuko/contract/messages';
import { toKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import { USUAL_CAP } from './month.ts';

/** Number of guardians above which an announcement waits for a second person, where the school has set none. */
const USUAL_APPROVAL = 300;

/** Reads the message settings of the transaction's school: its receipts, and its monthly cap. */
export async function readMessageSettings(tx: ReadTx): Promise<MessageSettings> {
  const set = await tx.row<Omit<MessageSettings, 'cap' | 'updated'> & { cap: bigint }>(
    'SELECT cash_out AS "cashOut", collection, refund, item, announce_approval AS "announceApproval", cap FROM sms_settings WHERE school_id = $1',
    [tx.schoolId],
  );
  const { cap, ...receipts } = set ?? {
    cashOut: true,
    collection: true,
    refund: true,
    item: true,
    announceApproval: USUAL_APPROVAL,
    cap: USUAL_CAP,
  };
  return stamped({ ...receipts, cap: toKes(cap / 100n) });
}

/** Changes the given settings. A new cap is reported anew when it is reached. */
export async function changeMessageSettings(call: Call, input: InputOf<typeof updateCall>): Promise<MessageSettings> {
  return call.record(async (tx) => {
    await tx.row('INSERT INTO sms_settings (school_id) VALUES ($1) ON CONFLICT DO NOTHING', [tx.schoolId]);
    await tx.row('SELECT 1 AS one FROM sms_settings WHERE school_id = $1 FOR UPDATE', [tx.schoolId]);
    const before = await readMessageSettings(tx);
    await requireUnchanged(input.updated, async () => before);
    await tx.row(
      `UPDATE sms_settings SET cash_out = coalesce($2, cash_out), collection = coalesce($3, collection),
         refund = coalesce($4, refund), item = coalesce($5, item), cap = coalesce($6, cap),
         announce_approval = coalesce($7, announce_approval) WHERE school_id = $1`,
      [
        tx.schoolId,
        input.cashOut,
        input.collection,
        input.refund,
        input.item,
        input.cap === undefined ? null : input.cap * 100n,
        input.announceApproval,
      ],
    );
    if (input.cap !== undefined) {
      await tx.row('UPDATE sms_months SET notified_at = NULL WHERE school_id = $1 AND notified_at IS NOT NULL', [
        tx.schoolId,
      ]);
    }
    const after = await readMessageSettings(tx);
    await audit(tx, call, {
      action: 'school.update-messages',
      subjectKind: 'school',
      subjectId: tx.schoolId,
      detail: { changes: changesOf(asTold(before), asTold(after)) },
    });
    return after;
  });
}

function asTold({ updated: _, ...settings }: MessageSettings) {
  return settings;
}
