export interface Sms {
  /** Recipient: 254 and nine digits. */
  readonly to: string;
  readonly text: string;
  /** Purpose of the message, such as `sign-in-code` or `cash-out-receipt`. */
  readonly kind: string;
}

/** Acceptance of a message by the provider. */
export interface Taken {
  /** Id in delivery reports; null where there will be none. */
  readonly providerId: string | null;
  /** Cost in ten-thousandths of a shilling; null if unknown. */
  readonly cost: bigint | null;
}

/** SMS gateway: submits text messages to a provider. */
export interface SmsGateway {
  /** Submits a message. Throws SmsError where it was not accepted. */
  send(message: Sms): Promise<Taken>;
  /** Checks the gateway without sending a message; missing where only a message can show it. */
  isReachable?(): Promise<boolean>;
  /** Second provider, for messages that this one certainly did not accept; missing where there is none. */
  readonly second?: SmsGateway;
}

/**
 * Reason why a message was not accepted, by the required action.
 * - `away`: no connection, so nothing was sent, and other messages would fail too.
 * - `busy`: the gateway is down or overloaded; nothing was sent.
 * - `later`: this message was not sent; a retry may succeed.
 * - `unsure`: it is unknown if the message was sent.
 * - `stop`: no message would be accepted now, for lack of credit or because the account is unknown.
 * - `hold`: the provider holds this message back for the moment.
 * - `number`: this number cannot be reached by us; another one may be.
 * - `route`: there is no route to this number now; retry later, or use another number.
 * - `never`: the message will not be accepted in any case.
 */
export type SmsFailure = 'away' | 'busy' | 'later' | 'unsure' | 'stop' | 'hold' | 'number' | 'route' | 'never';

export class SmsError extends Error {
  override readonly name = 'SmsError';
  readonly failure: SmsFailure;
  constructor(message: string, failure: SmsFailure) {
    super(message);
    this.failure = failure;
  }
}
