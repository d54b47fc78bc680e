import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { TillRules } from '@mfuko/contract/tills';
import * as contract from '@mfuko/contract/tills';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { Call } from '../../platform/http/call.ts';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import { requireUnchanged } from '../../platform/records/stamp.ts';
import { closeTill, countersignClose, countTill } from './close.ts';
import { carryCash, openTill } from './open.ts';
import { listEntries, listTills, readOwnTill, readTill, requireTouch, rulesOf } from './read.ts';
import { lockLimit, writeLimit } from './store.ts';

/**
 * Registers the calls of tills of the users at the cash desk. While a user's till is open, their cash-outs and cash deposits move the
 * till, in the wallet's transaction; without an open till they move the cash desk. A till never pays out more than it holds and is closed
 * with a count, and its variance is booked visibly. A user has at most one open till.
 */
export function registerTills(registry: EndpointRegistry): void {
  registry.register(contract.openTill, openTill);
  registry.register(contract.moveTillCash, carryCash);
  registry.register(contract.countTill, countTill);
  registry.register(contract.closeTill, closeTill);
  registry.register(contract.countersignTill, countersignClose);
  registry.register(contract.getTill, (call) => call.read((tx) => readOwnTill(tx, call.actor.userId)));
  registry.register(contract.getTillReport, (call, { sysid }) =>
    call.read(async (tx) => {
      await requireTouch(tx, call.actor, sysid);
      return readTill(tx, sysid, call.actor.userId);
    }),
  );
  registry.register(contract.getTills, (call, query) => call.read((tx) => listTills(tx, query)));
  registry.register(contract.getTillMovements, (call, query) =>
    call.read(async (tx) => {
      await requireTouch(tx, call.actor, query.sysid);
      return listEntries(tx, query);
    }),
  );
  registry.register(contract.updateTillRules, setLimit);
}

function setLimit(
  call: Call,
  { varianceLimit, updated }: InputOf<typeof contract.updateTillRules>,
): Promise<TillRules> {
  return call.record(async (tx) => {
    const present = rulesOf(await lockLimit(tx));
    await requireUnchanged(updated, async () => present);
    const before = { tillVarianceLimit: present.varianceLimit };
    await writeLimit(tx, varianceLimit);
    const changes = changesOf(before, { tillVarianceLimit: toKes(varianceLimit) });
    const event = { action: 'school.till-rules', subjectKind: 'school', subjectId: tx.schoolId, detail: { changes } };
    await audit(tx, call, event);
    return rulesOf(varianceLimit);
  });
}
