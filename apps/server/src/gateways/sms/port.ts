export interface Sms {
  /** 254 and nine digits. */
  readonly to: string;
  readonly text: string;
  /** What it is for: `sign-in-code`, `receipt`. */
  readonly kind: string;
}

/** The way a text message leaves the house. */
export interface SmsGateway {
  /** Hands the message over. Throws SmsError where it was not taken. */
  send(message: Sms): Promise<void>;
}

export class SmsError extends Error {
  override readonly name = 'SmsError';
  /** Whether a later try can succeed. */
  readonly retry: boolean;
  constructor(message: string, retry: boolean) {
    super(message);
    this.retry = retry;
  }
}
