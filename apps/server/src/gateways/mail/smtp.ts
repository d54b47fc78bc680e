import { createTransport } from 'nodemailer';
import type { MailGateway } from './port.ts';

const PATIENCE_MS = 20_000;

/**
 * Sends by SMTP: `smtps://user:password@host:465`, or `smtp://…:587`, where STARTTLS is required if there is a password. Without a
 * password, as for a local relay, TLS is used only if the server offers it.
 */
export function smtpMail(url: string, from: string): MailGateway {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && username !== '',
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // Prevents mail content from reading files or fetching URLs: all content is plain text of ours.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from, to: [...to], subject, text });
      } catch (error) {
        // The server's response may quote addresses.
        const { code = 'UNKNOWN', responseCode } = error as { code?: string; responseCode?: number };
        throw new Error(`The mail server refused the message: ${code}${responseCode ? ` ${responseCode}` : ''}`);
      }
    },
  };
}
