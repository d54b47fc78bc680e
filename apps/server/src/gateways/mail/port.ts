export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Mail gateway: passes an e-mail to a mail server. */
export interface MailGateway {
  /** Throws where the server did not accept the mail; the error contains neither addresses nor the password. */
  send(mail: Mail): Promise<void>;
}
