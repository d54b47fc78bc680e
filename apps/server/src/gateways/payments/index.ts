/** The way to the mobile-money provider: `port.ts` says what can be asked, the rest reads what the provider tells. */
export { darajaPayments } from './daraja/client.ts';
export type { PaymentsGateway } from './port.ts';
export { simulatorNear } from './simulator/index.ts';
