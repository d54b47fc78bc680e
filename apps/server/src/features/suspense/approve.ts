import type { InputOf } from '@mfuko/contract/endpoint';
import type { approveSettlement, rejectSettlement, SuspenseItem } from '@mfuko/contract/suspense';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { credit } from '../ledger/index.ts';
import { lockActiveStudent } from '../students/index.ts';
import { enqueueReceipt } from '../wallet/index.ts';
import { samePerson, wrongState } from './errors.ts';
import { enqueueReturn } from './give-back.ts';
import { readItem } from './list.ts';
import { remember } from './payers.ts';
import { closeProposal, type LockedItem, lockItem, type Proposal, readProposal, setState } from './store.ts';

/**
 * Approves another user's proposal: the money goes to the student's wallet at once, or back to the payer as soon as M-Pesa has carried
 * that out. Throws suspense.not-found, suspense.wrong-state, wallet.same-person (with an audit row), and student.not-found where the
 * student has left meanwhile.
 */
export async function approve(
  call: Call,
  context: AppContext,
  input: InputOf<typeof approveSettlement>,
): Promise<SuspenseItem> {
  return call.record(async (tx) => {
    const { item, proposal } = await readProposed(tx, input);
    const { actor } = call;
    if (proposal.byUser === actor.userId) {
      const event = { action: 'suspense.approve.same-person', subjectKind: 'suspense', subjectId: item.id };
      throw samePerson((after) => audit(after, call, event));
    }
    if (proposal.studentId === null) await approveReturn(tx, call, item, proposal);
    else await approveCredit(tx, call, item, proposal, proposal.studentId);
    return readItem(tx, context, item.id, actor.userId);
  });
}

/** Rejects a proposal, or withdraws the caller's own. Throws suspense.not-found and suspense.wrong-state. */
export async function reject(
  call: Call,
  context: AppContext,
  input: InputOf<typeof rejectSettlement>,
): Promise<SuspenseItem> {
  return call.record(async (tx) => {
    const { item, proposal } = await readProposed(tx, input);
    await closeProposal(tx, proposal.id, { by: call.actor.userId, decision: 'rejected' });
    await setState(tx, item.id, 'open');
    await trace(tx, call, 'suspense.reject', item, { proposal: proposal.id });
    return readItem(tx, context, item.id, call.actor.userId);
  });
}

async function readProposed(
  tx: Tx,
  { sysid, proposalSYSID }: InputOf<typeof approveSettlement>,
): Promise<{ item: LockedItem; proposal: Proposal }> {
  const item = await lockItem(tx, sysid, 'proposed');
  const proposal = await readProposal(tx, item.id);
  if (proposalSYSID !== undefined && proposalSYSID !== proposal.id) throw wrongState('proposed');
  return { item, proposal };
}

async function approveCredit(
  tx: Tx,
  call: Call,
  item: LockedItem,
  proposal: Proposal,
  studentId: string,
): Promise<void> {
  await lockActiveStudent(tx, studentId);
  const made = await credit(
    tx,
    // The proposal's id as the key: two payments of one amount for one student are no double press, and the item's lock ensures that each
    // is settled once.
    { actor: call.actor, place: call.place, idempotencyKey: proposal.id },
    { kind: 'collection', studentId, amount: item.amount, counter: 'suspense', method: null, reference: item.receipt },
  );
  await enqueueReceipt(tx, made.id, 'collection');
  await closeProposal(tx, proposal.id, { by: call.actor.userId, decision: 'approved', entryId: made.id });
  await setState(tx, item.id, 'settled');
  if (item.payerDigest) await remember(tx, item.payerDigest, studentId);
  await trace(tx, call, 'suspense.settle', item, { proposal: proposal.id, movement: made.id, student: studentId });
}

async function approveReturn(tx: Tx, call: Call, item: LockedItem, proposal: Proposal): Promise<void> {
  await closeProposal(tx, proposal.id, { by: call.actor.userId, decision: 'approved', outcome: 'pending' });
  await setState(tx, item.id, 'returning');
  await enqueueReturn(tx, proposal.id);
  await trace(tx, call, 'suspense.return', item, { proposal: proposal.id });
}

function trace(tx: Tx, call: Call, action: string, item: LockedItem, detail: Record<string, unknown>): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'suspense', subjectId: item.id, detail });
}
