export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Mail gateway: hands an e-mail to the server that sends it. */
export interface MailGateway {
  /** Throws where the server did not take it; the error names neither addresses nor the password. */
  send(mail: Mail): Promise<void>;
}
