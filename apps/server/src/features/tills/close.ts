import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import { formatKes, toKes } from '@mfuko/contract/money';
import type { NewNotice } from '@mfuko/contract/notices';
import type { closeTill as close, countTill as count, countersignTill, Till } from '@mfuko/contract/tills';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/http/refusal.ts';
import { notifyStaff, settleNotice } from '../notices/index.ts';
import {
  countersignedAlready,
  movedSince,
  notOpen,
  reasonNeeded,
  samePerson,
  stillOpen,
  tillNotFound,
} from './errors.ts';
import { readTill } from './read.ts';
import { type Count, compare, mayTouchTill, needsReason } from './rules.ts';
import * as store from './store.ts';

/** Compares a count with the books. Each count is recorded, so that nobody recounts unseen until the two agree. */
export function countTill(call: Call, input: InputOf<typeof count>): Promise<AnswerOf<typeof count>> {
  return call.record(async (tx) => {
    const till = await takeOpen(tx, call, input.sysid);
    const found = compare(await store.readHolds(tx, till.id), input);
    await noteCount(tx, call, till.id, found);
    return { ...toAnswer(found), reasonNeeded: needsReason(found, await store.readLimit(tx)) };
  });
}

/**
 * Closes a till with the counted cash. Payments over the till wait meanwhile: earlier ones are in the count, later ones move the cash
 * desk. Throws till.moved where the books have changed since the count, and till.reason-needed where the variance is above the limit and
 * no reason is given.
 */
export function closeTill(call: Call, input: InputOf<typeof close>): Promise<Till> {
  const { userId } = call.actor;
  const { reason, left = 0n, counts = null } = input;
  return call.record(async (tx) => {
    const till = await takeOpen(tx, call, input.sysid);
    const found = compare(await store.readHolds(tx, till.id), input);
    const { expected, counted, variance } = found;
    const note = (after: Tx) => noteCount(after, call, till.id, found);
    if ((input.expected ?? expected) !== expected) throw movedSince(expected, note);
    if (left > counted) throw new MalformedInput({ left: fieldError('more-than-counted') });
    const large = needsReason(found, await store.readLimit(tx));
    if (large && reason === null) throw reasonNeeded(found, note);
    await bookVariance(tx, userId, till.id, variance, reason);
    if (counted > left) await handOver(tx, userId, till.id, counted - left);
    await store.markClosed(tx, till.id, { expected, counted, variance, by: userId, counts, reason, left });
    const detail = { ...toAnswer(found), left: toKes(left), reason };
    await audit(tx, call, { action: 'till.close', subjectKind: 'till', subjectId: till.id, detail });
    const closed = await readTill(tx, till.id, userId);
    if (large) await notifyOfVariance(tx, call, closed, found);
    return closed;
  });
}

/** Countersigns a closed till as the second person. Throws till.same-person for the user who closed it. */
export function countersignClose(call: Call, { sysid, note }: InputOf<typeof countersignTill>): Promise<Till> {
  const { userId } = call.actor;
  return call.record(async (tx) => {
    const till = await store.lockTill(tx, sysid);
    if (!till) throw tillNotFound();
    if (till.closedAt === null) throw stillOpen();
    if (till.closedBy === userId) {
      const attempt = { action: 'till.confirm.same-person', subjectKind: 'till', subjectId: sysid };
      throw samePerson((after) => audit(after, call, attempt));
    }
    if (till.countersignedAt !== null) throw countersignedAlready();
    await store.markConfirmed(tx, sysid, userId, note);
    await settleNotice(tx, sysid);
    await audit(tx, call, { action: 'till.confirm', subjectKind: 'till', subjectId: sysid, detail: { note } });
    return readTill(tx, sysid, userId);
  });
}

async function takeOpen(tx: Tx, call: Call, sysid: string | undefined): Promise<store.LockedTill> {
  if (sysid === undefined) {
    const own = await store.lockOpenTill(tx, call.actor.userId);
    if (!own) throw notOpen();
    return own;
  }
  const till = await store.lockTill(tx, sysid);
  if (!till || !mayTouchTill(call.actor, till.userId)) throw tillNotFound();
  if (till.closedAt !== null) throw notOpen();
  return till;
}

async function bookVariance(tx: Tx, by: string, till: string, variance: bigint, reference: string | null) {
  if (variance === 0n) return;
  const [from, to] = variance > 0n ? (['till-variance', { till }] as const) : ([{ till }, 'till-variance'] as const);
  const amount = variance > 0n ? variance : -variance;
  await store.carry(tx, by, { kind: 'till-close', from, to, amount, reference });
}

function handOver(tx: Tx, by: string, till: string, amount: bigint): Promise<void> {
  return store.carry(tx, by, { kind: 'till-close', from: { till }, to: 'cash-desk', amount, reference: null });
}

function noteCount(tx: Tx, call: Call, till: string, found: Count): Promise<void> {
  const event = { action: 'till.count', subjectKind: 'till', subjectId: till, detail: { ...toAnswer(found) } };
  return audit(tx, call, event);
}

function notifyOfVariance(tx: Tx, call: Call, till: Till, { variance }: Count): Promise<void> {
  const sign = variance < 0n ? '-' : '+';
  const much = formatKes(variance < 0n ? -variance : variance).replace('KES ', '');
  const notice: NewNotice = {
    kind: 'till.variance',
    subject: { kind: 'till', id: till.sysid },
    params: { names: till.names, variance: `${sign}${much}`, reason: till.closing?.reason ?? '' },
    knownTo: call.actor.userId,
  };
  return notifyStaff(tx, notice, till.sysid);
}

function toAnswer({ expected, counted, variance }: Count) {
  return { expected: toKes(expected), counted: toKes(counted), variance: toKes(variance) };
}
