/** E-mail to operators. `port.ts` defines the interface. */
export type { Mail, MailGateway } from './port.ts';
export { smtpMail } from './smtp.ts';
