import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { undoImport as endpoint } from '@mfuko/contract/imports';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { notifyStaff } from '../notices/index.ts';
import { type RecordedStudent, undoStudents } from '../students/index.ts';
import { undoDeposits } from '../wallet/index.ts';
import { importNotFound, notUndone, undoneAlready } from './errors.ts';
import { type LockedBatch, lockBatch, markUndone, readBatchRows, takeTurn } from './store.ts';

type Undone = AnswerOf<typeof endpoint>;

/**
 * Undoes a list, once. Throws import.not-found, import.undone-already, wallet.same-person for the caller's own payments, and
 * import.not-undone with the rows whose money is already spent; nothing is undone then.
 */
export async function undoImport(call: Call, batchId: string): Promise<Undone> {
  return call.record(async (tx) => {
    await takeTurn(tx);
    const batch = await lockBatch(tx, batchId);
    if (!batch) throw importNotFound();
    if (batch.undone) throw undoneAlready();
    const undone =
      batch.kind === 'students'
        ? await backStudents(tx, call, batchId, batch)
        : await backDeposits(tx, call, batchId, batch);
    await markUndone(tx, batchId, call.actor.userId);
    const { deleted, restored, reversed, kept } = undone;
    const detail = { kind: batch.kind, deleted, restored, reversed, kept: kept.length };
    await audit(tx, call, { action: 'import.undo', subjectKind: 'import', subjectId: batchId, detail });
    await notifyStaff(tx, {
      kind: 'import.undone',
      subject: { kind: 'import', id: batchId },
      params: { file: batch.fileName.slice(-100), by: call.actor.names, count: deleted + restored + reversed },
    });
    return { batchSYSID: batchId, ...undone };
  });
}

async function backStudents(tx: Tx, call: Call, id: string, batch: LockedBatch): Promise<Omit<Undone, 'batchSYSID'>> {
  const rows = await readBatchRows<RecordedStudent['change']>(tx, id);
  const recorded = rows.map(({ row, outcome, studentId, change }) => ({
    row,
    outcome: outcome === 'created' ? ('created' as const) : ('updated' as const),
    studentId,
    change,
  }));
  return { reversed: 0, ...(await undoStudents(tx, call, recorded, batch)) };
}

async function backDeposits(
  tx: Tx,
  call: Call,
  id: string,
  { fileName }: LockedBatch,
): Promise<Omit<Undone, 'batchSYSID'>> {
  const rows = await readBatchRows(tx, id);
  const paid = rows.flatMap(({ row, studentId, entryId, admissionNumber }) =>
    entryId ? [{ row, studentId, entryId, admissionNumber }] : [],
  );
  const { reversed, refused } = await undoDeposits(tx, call, paid, `Import of ${fileName} taken back`.slice(0, 200));
  if (refused.length > 0) throw notUndone(refused);
  return { deleted: 0, restored: 0, reversed, kept: [] };
}
