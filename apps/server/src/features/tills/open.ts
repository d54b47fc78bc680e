import type { InputOf } from '@mfuko/contract/endpoint';
import { formatKes, toKes } from '@mfuko/contract/money';
import type { moveTillCash, openTill as open, Till } from '@mfuko/contract/tills';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { openTillAccount } from '../ledger/index.ts';
import { alreadyOpen, notEnoughCash, notOpen, stillOpen, tillNotFound } from './errors.ts';
import { readTill } from './read.ts';
import { mayTouchTill } from './rules.ts';
import * as store from './store.ts';

/** Opens the caller's till. The remainder of the caller's last till first returns to the cash desk, and the float comes from there. */
export function openTill(call: Call, { float, note }: InputOf<typeof open>): Promise<Till> {
  const { userId } = call.actor;
  return call.record(async (tx) => {
    const last = await store.lockNewestTill(tx, userId);
    if (last?.closedAt === null) throw alreadyOpen();
    if (last) await returnRemainder(tx, userId, last.id);
    const id = newId();
    await openTillAccount(tx, id, userId);
    if (float > 0n) {
      const cash = { kind: 'float', from: 'cash-desk', to: { till: id }, amount: float, reference: note } as const;
      await store.carry(tx, userId, cash);
    }
    // Of two simultaneous calls, the second waits here and then finds the first one's till.
    if (!(await store.insertTill(tx, { id, userId, float, note }))) throw alreadyOpen();
    await tell(tx, call, 'till.open', id, { float: toKes(float) });
    return readTill(tx, id, userId);
  });
}

/** Carries cash into or out of the caller's own open till; or takes the remainder out of a closed till, of any user. */
export function carryCash(call: Call, input: InputOf<typeof moveTillCash>): Promise<Till> {
  const { userId } = call.actor;
  const { way, amount, note, sysid } = input;
  return call.record(async (tx) => {
    const till = sysid === undefined ? await store.lockOpenTill(tx, userId) : await store.lockTill(tx, sysid);
    if (!till || !mayTouchTill(call.actor, till.userId)) throw sysid === undefined ? notOpen() : tillNotFound();
    const isOpen = till.closedAt === null;
    // Only the user of an open till knows which cash goes in and out.
    if (isOpen && till.userId !== userId) throw stillOpen();
    if (!isOpen && way === 'add') throw notOpen();
    const posted = way === 'add' ? -amount : amount;
    if (call.idempotencyKey === null && (await store.carriedJustNow(tx, till.id, userId, posted, note)))
      return readTill(tx, till.id, userId);
    const holds = await store.readHolds(tx, till.id);
    if (way === 'hand-back' && amount > holds) throw notEnoughCash(holds);
    const here = { till: till.id };
    const [from, to] = way === 'add' ? (['cash-desk', here] as const) : ([here, 'cash-desk'] as const);
    const kind = isOpen ? 'float' : 'till-close';
    await store.carry(tx, userId, { kind, from, to, amount, reference: note });
    await tell(tx, call, way === 'add' ? 'till.add-cash' : 'till.hand-back', till.id, { amount: formatKes(amount) });
    return readTill(tx, till.id, userId);
  });
}

async function returnRemainder(tx: Tx, userId: string, till: string): Promise<void> {
  const amount = await store.readHolds(tx, till);
  if (amount === 0n) return;
  const cash = { kind: 'till-close', from: { till }, to: 'cash-desk', amount, reference: null } as const;
  await store.carry(tx, userId, cash);
}

function tell(tx: Tx, call: Call, action: string, subjectId: string, detail: Record<string, unknown>): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'till', subjectId, detail });
}
