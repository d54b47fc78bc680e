/**
 * Text messages to the outside world. `port.ts` says what can be asked; `readReport` and `readOptOut` take what the
 * provider tells at our addresses (null for what is none of it).
 */
export { africasTalkingSms, lookUpAccount } from './africastalking/client.ts';
export { type DeliveryReport, readOptOut, readReport } from './africastalking/reports.ts';
export { outboxSms } from './outbox.ts';
export { lookUpPartner, partnerSms } from './partner/client.ts';
export { type Sms, SmsError, type SmsFailure, type SmsGateway, type Taken } from './port.ts';
export { smsSimulatorNear, tellSmsSimulator } from './simulator.ts';
