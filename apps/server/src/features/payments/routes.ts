import * as contract from '@mfuko/contract/payments';
import type { FastifyInstance } from 'fastify';
import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { askGuardian, showPrompt } from './ask-guardian.ts';
import { serveHooks } from './hooks.ts';
import { listPayments, showStanding } from './list.ts';
import { reconcileNow } from './reconcile.ts';
import { register } from './register.ts';

export function servePayments(desk: Desk, app: FastifyInstance, house: House, gateway: PaymentsGateway): void {
  desk.serve(contract.requestPayment, (call, input) => askGuardian(call, house, input));
  desk.serve(contract.getPayment, (call, { sysid }) => call.read((tx) => showPrompt(tx, sysid)));
  desk.serve(contract.getPayments, (call, query) => call.read((tx) => listPayments(tx, house, query)));
  desk.serve(contract.reconcilePayments, (call) => reconcileNow(call, house, gateway));
  desk.serve(contract.getPaymentStanding, ({ actor }, { schoolSYSID }) => showStanding(house, actor, schoolSYSID));
  desk.serve(contract.registerPayments, (call, { schoolSYSID }) => register(call, house, gateway, schoolSYSID));
  serveHooks(app, house);
}
