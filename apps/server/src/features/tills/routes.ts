import { toKes } from '@mfuko/contract/money';
import * as contract from '@mfuko/contract/tills';
import { audit } from '../../platform/audit.ts';
import { changesOf } from '../../platform/changes.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { closeTill, confirmClose, countTill } from './close.ts';
import { carryCash, openTill } from './open.ts';
import { listMovements, listTills, readOwnTill, readTill } from './read.ts';
import { readLimit, writeLimit } from './store.ts';

/**
 * The tills of those who work at the cash desk. While a person's till is open, their cash-outs and the cash that they take in
 * move it, in the transaction of the wallet; without one everything is at the cash desk. A till never pays out what is not in
 * it, is closed with a count, and its variance is booked where everybody sees it. One person has one open till.
 */
export function serveTills(desk: Desk): void {
  desk.serve(contract.openTill, openTill);
  desk.serve(contract.moveTillCash, carryCash);
  desk.serve(contract.countTill, countTill);
  desk.serve(contract.closeTill, closeTill);
  desk.serve(contract.countersignTill, confirmClose);
  desk.serve(contract.getTill, (call) => call.read((tx) => readOwnTill(tx, call.actor.userId)));
  desk.serve(contract.getTillReport, (call, { sysid }) => call.read((tx) => readTill(tx, sysid, call.actor.userId)));
  desk.serve(contract.getTills, (call, query) => call.read((tx) => listTills(tx, query)));
  desk.serve(contract.getTillMovements, (call, query) => call.read((tx) => listMovements(tx, query)));
  desk.serve(contract.updateTillRules, (call, { varianceLimit }) => setLimit(call, varianceLimit));
}

function setLimit(call: Call, varianceLimit: bigint): Promise<{ varianceLimit: number }> {
  return call.record(async (tx) => {
    const before = { tillVarianceLimit: toKes(await readLimit(tx)) };
    await writeLimit(tx, varianceLimit);
    const changes = changesOf(before, { tillVarianceLimit: toKes(varianceLimit) });
    const event = { action: 'school.till-rules', subjectKind: 'school', subjectId: tx.schoolId, detail: { changes } };
    await audit(tx, call.actor, event, call.requestId);
    return { varianceLimit: toKes(varianceLimit) };
  });
}
