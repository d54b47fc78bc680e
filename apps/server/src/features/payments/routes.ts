import * as contract from '@mfuko/contract/payments';
import type { FastifyInstance } from 'fastify';
import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { registerHooks } from './hooks.ts';
import { listPayments, showRegistration } from './list.ts';
import { reconcileNow } from './reconcile.ts';
import { register } from './register.ts';
import { askGuardian, showStkPush } from './request-payment.ts';

export function registerPayments(
  registry: EndpointRegistry,
  app: FastifyInstance,
  context: AppContext,
  gateway: PaymentsGateway,
): void {
  registry.register(contract.requestPayment, (call, input) => askGuardian(call, context, input));
  registry.register(contract.getPayment, (call, { sysid }) => call.read((tx) => showStkPush(tx, sysid)));
  registry.register(contract.getPayments, (call, query) => call.read((tx) => listPayments(tx, context, query)));
  registry.register(contract.reconcilePayments, (call) => reconcileNow(call, context, gateway));
  registry.register(contract.getProviderRegistration, ({ actor }, { schoolSYSID }) =>
    showRegistration(context, actor, schoolSYSID),
  );
  registry.register(contract.registerPayments, (call, { schoolSYSID }) =>
    register(call, context, gateway, schoolSYSID),
  );
  registerHooks(app, context);
}
