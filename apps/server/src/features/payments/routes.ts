import type { FastifyInstance } from 'fastify';
import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { serveHooks } from './hooks.ts';

export function servePayments(_desk: Desk, app: FastifyInstance, house: House, _gateway: PaymentsGateway): void {
  serveHooks(app, house);
}
