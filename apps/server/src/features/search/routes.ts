import * as contract from '@mfuko/contract/search';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { find } from './find.ts';
import { findPayments } from './find-payment.ts';

export function registerSearch(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.find, (call, asked) => find(call, context, asked));
  registry.register(contract.findPayment, (call, { search }) => call.read((tx) => findPayments(tx, context, search)));
}
