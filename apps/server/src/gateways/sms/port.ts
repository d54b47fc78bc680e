export interface Sms {
  /** 254 and nine digits. */
  readonly to: string;
  readonly text: string;
  /** Kind: what it is for: `sign-in-code`, `cash-out-receipt`. */
  readonly kind: string;
}

/** Taken: what the provider said of a message that it took. */
export interface Taken {
  /** By which the delivery reports name it; null where there will be none. */
  readonly providerId: string | null;
  /** Ten-thousandths of a shilling; null where the provider did not say. */
  readonly cost: bigint | null;
}

/** SMS gateway: sends text messages and tells what became of them. */
export interface SmsGateway {
  /** Hands the message over. Throws SmsError where it was not taken. */
  send(message: Sms): Promise<Taken>;
  /** Probe: true where the gateway answers, asked without sending anything. Left out where only a message can tell. */
  isReachable?(): Promise<boolean>;
  /** Another provider, for what this one surely has not; left out where there is none. */
  readonly second?: SmsGateway;
}

/**
 * Failure for which a message was not taken, by what is to be done.
 * - `away`: there was no connection, so that nothing was sent, and no other message would be.
 * - `busy`: the gateway is out of order or takes no more for the moment; nothing was sent.
 * - `later`: this one was not sent; the same may succeed later.
 * - `unsure`: nobody knows whether it was sent.
 * - `stop`: no message would be taken now, since there is no money or the provider does not know us.
 * - `hold`: the provider holds this one back for the moment.
 * - `number`: this number cannot be reached by us; another can.
 * - `route`: there is no way to this number now; later, or another number.
 * - `never`: it is not taken, whatever we do.
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
