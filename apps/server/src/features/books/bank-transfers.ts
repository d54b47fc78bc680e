import type { approveBankTransfer, BankTransfer, proposeBankTransfer } from '@mfuko/contract/bank-transfers';
import type { InputOf } from '@mfuko/contract/endpoint';
import { formatKes, toKes } from '@mfuko/contract/money';
import type { NewNotice } from '@mfuko/contract/notices';
import { audit } from '../../platform/audit/audit.ts';
import { type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { moveSchoolMoney } from '../ledger/index.ts';
import { notifyStaff, settleNotice } from '../notices/index.ts';
import { slipKey } from '../wallet/index.ts';
import { noTransfer, samePerson, slipTaken, transferDecided } from './errors.ts';
import { readTransfer } from './list-transfers.ts';

/** Proposes to move money between bank and cash desk. Throws books.slip-taken if the slip was used before. */
export async function proposeTransfer(
  call: Call,
  { way, amount, reference }: InputOf<typeof proposeBankTransfer>,
): Promise<BankTransfer> {
  const sysid = newId();
  try {
    return await call.record(async (tx) => {
      await tx.row(
        `INSERT INTO bank_transfers (school_id, id, way, amount, reference, slip, by_user)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [tx.schoolId, sysid, way, amount, reference, slipKey(reference), call.actor.userId],
      );
      await trace(tx, call, 'books.propose-transfer', sysid, { way, amount: formatKes(amount), reference });
      const notice: NewNotice = {
        kind: 'books.transfer-proposed',
        subject: { kind: 'books', id: sysid },
        params: { by: call.actor.names, amount: toKes(amount), reference },
        knownTo: call.actor.userId,
      };
      await notifyStaff(tx, notice, sysid);
      return readTransfer(tx, sysid, call.actor.userId);
    });
  } catch (error) {
    throw violatedUnique(error) === 'bank_transfers_slip' ? slipTaken() : error;
  }
}

interface Proposal {
  readonly way: BankTransfer['way'];
  readonly amount: bigint;
  readonly reference: string;
  readonly byUser: string;
}

/**
 * Books a transfer that another person has proposed. Throws books.no-transfer, books.transfer-decided, and wallet.same-person (with an
 * audit row).
 */
export async function approveTransfer(
  call: Call,
  { sysid }: InputOf<typeof approveBankTransfer>,
): Promise<BankTransfer> {
  const { userId } = call.actor;
  return call.record(async (tx) => {
    const { way, amount, reference, byUser } = await lockProposal(tx, sysid);
    if (byUser === userId) {
      const event = { action: 'books.same-person', subjectKind: 'books', subjectId: sysid };
      throw samePerson((after) => audit(after, call, event));
    }
    const entryId = newId();
    // Accounts that hold money have negative balances: the account that the money leaves gains.
    const [gains, loses] = way === 'to-bank' ? (['cash-desk', 'bank'] as const) : (['bank', 'cash-desk'] as const);
    await moveSchoolMoney(tx, [{ id: entryId, kind: 'bank-transfer', gains, loses, amount, by: userId, reference }]);
    await closeProposal(tx, sysid, 'approved', userId, entryId);
    await trace(tx, call, 'books.approve-transfer', sysid, { way, amount: formatKes(amount), reference });
    return readTransfer(tx, sysid, userId);
  });
}

/** Rejects a proposal, or withdraws the user's own. Throws books.no-transfer and books.transfer-decided. */
export async function rejectTransfer(
  call: Call,
  { sysid }: InputOf<typeof approveBankTransfer>,
): Promise<BankTransfer> {
  const { userId } = call.actor;
  return call.record(async (tx) => {
    const { reference } = await lockProposal(tx, sysid);
    await closeProposal(tx, sysid, 'rejected', userId, null);
    await trace(tx, call, 'books.reject-transfer', sysid, { reference });
    return readTransfer(tx, sysid, userId);
  });
}

/** Locks the proposal: of two concurrent decisions, the second waits here and then finds the proposal decided. */
async function lockProposal(tx: Tx, sysid: string): Promise<Proposal> {
  const found = await tx.row<Proposal & { decision: string | null }>(
    `SELECT way, amount, reference, by_user AS "byUser", decision FROM bank_transfers
     WHERE school_id = $1 AND id = $2 FOR UPDATE`,
    [tx.schoolId, sysid],
  );
  if (!found) throw noTransfer();
  if (found.decision !== null) throw transferDecided();
  return found;
}

async function closeProposal(
  tx: Tx,
  sysid: string,
  decision: 'approved' | 'rejected',
  by: string,
  entryId: string | null,
): Promise<void> {
  await tx.row(
    `UPDATE bank_transfers SET decision = $3, decided_by = $4, decided_at = clock_timestamp(), entry_id = $5
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, sysid, decision, by, entryId],
  );
  await settleNotice(tx, sysid);
}

function trace(tx: Tx, call: Call, action: string, subjectId: string, detail: Record<string, unknown>): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'books', subjectId, detail });
}
