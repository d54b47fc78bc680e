/**
 * Gateway for text messages. `port.ts` defines the interface; `readReport` and `readOptOut` parse the provider's callbacks and return
 * null for anything else.
 */
export { africasTalkingSms, lookUpAccount } from './africastalking/client.ts';
export { type DeliveryReport, readOptOut, readReport } from './africastalking/reports.ts';
export { outboxSms } from './outbox.ts';
export { lookUpPartner, partnerSms } from './partner/client.ts';
export { type Sms, SmsError, type SmsFailure, type SmsGateway, type Taken } from './port.ts';
export { smsSimulatorNear, tellSmsSimulator } from './simulator.ts';
