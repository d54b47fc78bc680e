import * as contract from '@mfuko/contract/suspense';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { approve, reject } from './approve.ts';
import { listSuspense, readItem } from './list.ts';
import { proposeToReturn, proposeToSettle } from './propose.ts';

export function registerSuspense(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.getSuspense, (call, query) =>
    call.read((tx) => listSuspense(tx, context, query, call.actor.userId)),
  );
  registry.register(contract.getSuspenseItem, (call, { sysid }) =>
    call.read((tx) => readItem(tx, context, sysid, call.actor.userId)),
  );
  registry.register(contract.proposeSettlement, (call, input) => proposeToSettle(call, context, input));
  registry.register(contract.proposeReturn, (call, input) => proposeToReturn(call, context, input));
  registry.register(contract.approveSettlement, (call, input) => approve(call, context, input));
  registry.register(contract.rejectSettlement, (call, input) => reject(call, context, input));
}
