import type { Channel } from '@mfuko/contract/channels';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { deposit as endpoint, Moved } from '@mfuko/contract/wallet';
import { type AuditEvent, audit, auditEach } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Batched, Batching } from '../../platform/http/batch.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { credit, creditFree, type Made } from '../ledger/index.ts';
import { countDeposit } from '../programs/index.ts';
import { getStudent } from '../students/index.ts';
import { accountOf, slipOf } from './channels.ts';
import { asMoved } from './moved.ts';
import { claimSlip } from './slips.ts';
import { findRoom, holdRoom } from './unproven-deposits.ts';

type Input = InputOf<typeof endpoint>;

/**
 * Records a deposit at a desk. Throws session.step-up where the caller has paid in too much without a second factor,
 * wallet.reference-taken for a slip that has paid in, and wallet.deposit-repeated where `unlessRepeated` asks for it.
 */
export function depositAtDesk({ config }: Pick<AppContext, 'config'>, call: Call, input: Input): Promise<Moved> {
  return call.record(async (tx) => payIn(tx, call, input, await holdRoom(tx, call.actor, config.production)));
}

/** Records a deposit reported by a school's own program, within the limit of its key. Throws program.deposit-limit. */
export function deposit(call: Call, input: Input): Promise<Moved> {
  return call.record((tx) => payIn(tx, call, input, (amount) => countDeposit(tx, call, amount)));
}

type RequireRoom = (amount: bigint) => void | Promise<void>;

async function payIn(tx: Tx, call: Call, input: Input, requireRoom: RequireRoom): Promise<Moved> {
  const { id: studentId } = await getStudent(tx, input.admissionNumber);
  const made = await credit(tx, call, { ...handedIn(input), studentId });
  if (made.repeated) return asMoved(made);
  const slip = slipOf(channelOf(input), input.reference);
  if (slip !== null) await claimSlip(tx, call.actor.userId, { slip, entryId: made.id, studentId, amount: made.amount });
  // Checked last, so that nobody has to prove a second factor for a deposit that is refused anyway, or for a double press.
  await requireRoom(made.amount);
  await audit(tx, call, eventOf(made));
  return asMoved(made);
}

/** Records many deposits at once: a till's queue on the first day of term, or a list sent by a school's own program. */
export function depositBatch({ config }: Pick<AppContext, 'config'>): Batching<typeof endpoint> {
  return {
    conflictKeys: ({ admissionNumber }) => admissionNumber,
    batch: (tx, deposits) => depositInBatch(tx, deposits, config.production),
  };
}

async function depositInBatch(
  tx: Tx,
  deposits: readonly Batched<Input>[],
  production: boolean,
): Promise<(Moved | null)[]> {
  // Deposits by slip may wait for each other, which a batch never does, so they are recorded one by one.
  const withoutSlip = deposits.filter(({ input }) => slipOf(channelOf(input), input.reference) === null);
  const room = await findRoom(
    tx,
    withoutSlip.map(({ call: { actor }, input: { amount } }) => ({ actor, amount })),
    production,
  );
  const free = withoutSlip.filter((_, place) => room[place]);
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
  // Sent along with the next statement; if it fails, nothing is recorded.
  if (acts.length > 0) void auditEach(tx, acts);
  return made.map((one) => one && asMoved(one));
}

function handedIn(input: Input) {
  const { amount, reference } = input;
  const channel = channelOf(input);
  // A slip of the bank pays in once anyway, and that refusal shows its first receipt.
  const unlessRepeated = input.unlessRepeated === true && slipOf(channel, reference) === null;
  return {
    kind: 'deposit',
    amount,
    counter: channel === 'cash' ? 'till' : accountOf(channel),
    method: null,
    reference,
    unlessRepeated,
  } as const;
}

function channelOf({ channel, cash }: Input): Channel {
  return channel ?? (cash === false ? 'bank' : 'cash');
}

function eventOf({ id, studentId }: Made): AuditEvent {
  return { action: 'wallet.deposit', subjectKind: 'student', subjectId: studentId, detail: { movement: id } };
}
