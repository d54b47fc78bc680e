import * as contract from '@mfuko/contract/refunds';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { approve, reject } from './approve.ts';
import { listRefunds } from './list.ts';
import { propose } from './propose.ts';

export function registerRefunds(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.refund, (call, input) => propose(call, context, input));
  registry.register(contract.approveRefund, (call, input) => approve(call, context, input));
  registry.register(contract.rejectRefund, (call, input) => reject(call, context, input));
  registry.register(contract.getRefunds, (call, query) =>
    call.read((tx) => listRefunds(tx, context, query, call.actor.userId)),
  );
}
