import type { Channel } from '@mfuko/contract/channels';
import type { KeptRow } from '@mfuko/contract/imports';
import { type AuditEvent, auditAll } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { creditAll, reverseAll } from '../ledger/index.ts';
import { accountOf, slipOf } from './channels.ts';
import type { DepositLine } from './import-plan.ts';
import { eventOf } from './reverse.ts';
import { claimSlips } from './slips.ts';

/** Pays in the lines of a plan, all or none. Returns the journal entry of each row. */
export async function recordDeposits(
  tx: Tx,
  call: Call,
  lines: readonly DepositLine[],
  batchId: string,
  channel: Channel,
): Promise<Map<number, string>> {
  const made = await creditAll(
    tx,
    lines.map(({ row, studentId, amount, reference }) => ({
      // A key for each row: two payments of one amount are no double press here, since the list as a whole is recorded once.
      by: { actor: call.actor, place: call.place, idempotencyKey: `${batchId}:${row}` },
      movement: { kind: 'deposit', studentId, amount, counter: accountOf(channel), method: null, reference },
    })),
  );
  const entries = new Map<number, string>();
  for (const [place, { row }] of lines.entries()) {
    const entry = made[place];
    if (entry) entries.set(row, entry.id);
  }
  const slips = lines.flatMap(({ row, reference }) => {
    const [slip, entryId] = [slipOf(channel, reference), entries.get(row)];
    return slip !== null && entryId !== undefined ? [{ slip, entryId }] : [];
  });
  await claimSlips(tx, slips);
  const events = lines.map(({ row, studentId }) => {
    const detail = { movement: entries.get(row), batch: batchId };
    return { action: 'wallet.deposit', subjectKind: 'student', subjectId: studentId, detail };
  });
  await auditAll(tx, call, events);
  return entries;
}

/** A payment to be reversed. */
export interface PaidRow {
  readonly row: number;
  readonly studentId: string;
  readonly entryId: string;
  readonly admissionNumber: string;
}

/**
 * Reverses all payments of a list that are not reversed yet, by the rules of wallet/reverse: by another user than their author, and only
 * while the wallet holds the money. Returns the refused rows; if there are any, the caller rolls back.
 */
export async function undoDeposits(
  tx: Tx,
  call: Call,
  paid: readonly PaidRow[],
  reason: string,
): Promise<{ reversed: number; refused: KeptRow[] }> {
  const refused: KeptRow[] = [];
  const events: AuditEvent[] = [];
  const sorted = paid.toSorted((a, b) => (a.studentId < b.studentId ? -1 : 1));
  const answers = await reverseAll(
    tx,
    call,
    sorted.map(({ entryId }) => entryId),
    reason,
  );
  for (const [place, { row, entryId, admissionNumber }] of sorted.entries()) {
    const made = answers[place];
    if (made instanceof Refusal) {
      // Skip an entry that was reversed by itself.
      if (made.problem === 'wallet.already-reversed') continue;
      if (made.problem === 'wallet.same-person') throw made;
      refused.push({ row, admissionNumber, why: 'spent', reason: made.message });
    } else if (made) events.push(eventOf(made, entryId));
  }
  await auditAll(tx, call, events);
  return { reversed: events.length, refused: refused.toSorted((a, b) => a.row - b.row) };
}
