/** Mail to operators. `port.ts` says what can be asked. */
export type { Mail, MailGateway } from './port.ts';
export { smtpMail } from './smtp.ts';
