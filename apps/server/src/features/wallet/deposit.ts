import type { Channel } from '@mfuko/contract/channels';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { deposit as endpoint, Moved } from '@mfuko/contract/wallet';
import { type AuditEvent, audit, auditEach } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Batched, Batching } from '../../platform/http/batch.ts';
import type { Call } from '../../platform/http/call.ts';
import { credit, creditFree, type Made } from '../ledger/index.ts';
import { getStudent } from '../students/index.ts';
import { accountOf, slipOf } from './channels.ts';
import { asMoved } from './moved.ts';
import { claimSlip } from './slips.ts';

type Input = InputOf<typeof endpoint>;

/** Money that was handed in at school, of one call. Throws wallet.reference-taken for a slip that has paid in. */
export async function deposit(call: Call, input: Input): Promise<Moved> {
  return call.record(async (tx) => {
    const { id: studentId } = await getStudent(tx, input.admissionNumber);
    const made = await credit(tx, call, { ...handedIn(input), studentId });
    if (made.repeated) return asMoved(made);
    const slip = slipOf(channelOf(input), input.reference);
    if (slip !== null)
      await claimSlip(tx, call.actor.userId, { slip, entryId: made.id, studentId, amount: made.amount });
    await audit(tx, call, eventOf(made));
    return asMoved(made);
  });
}

/** The same of many calls at once: a till's queue on the first day of term, a list that somebody's own program sends. */
export const depositBatch: Batching<typeof endpoint> = {
  conflictKeys: ({ admissionNumber }) => admissionNumber,
  batch: depositInBatch,
};

async function depositInBatch(tx: Tx, deposits: readonly Batched<Input>[]): Promise<(Moved | null)[]> {
  // Slips wait for each other, which a batch never does: they are recorded alone.
  const free = deposits.filter(({ input }) => slipOf(channelOf(input), input.reference) === null);
  const moved = await creditFree(
    tx,
    free.map(({ call, input }) => ({
      by: call,
      movement: { ...handedIn(input), admissionNumber: input.admissionNumber },
    })),
  );
  const made = deposits.map((one) => moved[free.indexOf(one)] ?? null);
  const acts = deposits.flatMap(({ call: origin }, place) => {
    const one = made[place];
    return one ? [{ origin, event: eventOf(one) }] : [];
  });
  // Goes out with what follows; where it fails, nothing is recorded.
  if (acts.length > 0) void auditEach(tx, acts);
  return made.map((one) => one && asMoved(one));
}

function handedIn(input: Input) {
  const { amount, reference } = input;
  const channel = channelOf(input);
  return {
    kind: 'deposit',
    amount,
    counter: channel === 'cash' ? 'till' : accountOf(channel),
    method: null,
    reference,
  } as const;
}

function channelOf({ channel, cash }: Input): Channel {
  return channel ?? (cash === false ? 'bank' : 'cash');
}

function eventOf({ id, studentId }: Made): AuditEvent {
  return { action: 'wallet.deposit', subjectKind: 'student', subjectId: studentId, detail: { movement: id } };
}
