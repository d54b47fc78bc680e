/**
 * Payment account: what a school collects with. Its secrets stay in memory for the length of a call, and out of errors
 * and logs.
 */
export interface PaymentAccount {
  /** The paybill. */
  readonly shortCode: string;
  /** The number that STK pushes are made for: the paybill again, or a store of its own. */
  readonly lnmShortCode: string;
  readonly lnmPassWord: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly initiator: string;
  readonly securityCredential: string;
}

/** Reply: where the provider answers what it cannot answer at once. */
export interface ReplyTo {
  readonly resultUrl: string;
  readonly timeoutUrl: string;
}

/** The provider took the request; what came of it arrives at `ReplyTo`. */
export interface Accepted {
  readonly conversationId: string;
  readonly originatorConversationId: string;
}

/** Outcome: what a result code means. */
export interface Outcome {
  /** `pending`: nobody knows yet. Ask the provider; never take it for failed. */
  readonly state: 'done' | 'failed' | 'cancelled' | 'pending';
  /** True if trying again, a minute later, can succeed. */
  readonly retry: boolean;
  /** True if the school's configuration is to blame. */
  readonly misconfigured: boolean;
}

export interface StkPushState {
  readonly code: string | null;
  readonly description: string;
  readonly outcome: Outcome;
}

/** Keys found: `elsewhere` are refused here, and good at the provider's other host: the sandbox, or production. */
export type KeysFound = 'good' | 'refused' | 'elsewhere';

/**
 * Passkey found: `short-code` is not of this app, `no-merchant` is none that asks on phones (a till is not), `clock` is too far from the
 * provider's, `not-granted` is the product; `unknown` where the provider says the same of a wrong one.
 */
export type PasskeyFound = 'good' | 'refused' | 'short-code' | 'no-merchant' | 'clock' | 'not-granted' | 'unknown';

export interface PulledPayment {
  readonly receipt: string;
  readonly amount: bigint;
  readonly paidAt: Date;
  /** 254 and nine digits, or null where the provider does not tell. */
  readonly phone: string | null;
  readonly account: string;
}

/**
 * The way to the mobile-money provider. Amounts are integer cents, times are moments, phones are 254 and nine digits.
 * Every call throws PaymentsError where the provider did not take the request.
 */
export interface PaymentsGateway {
  /**
   * Names the addresses that are asked before and told after a customer pays by hand. `whenUnreachable` decides what
   * happens where the first does not answer. `phones` is the form in which payers' numbers arrive.
   */
  registerUrls(
    account: PaymentAccount,
    urls: {
      readonly validationUrl: string;
      readonly confirmationUrl: string;
      readonly whenUnreachable: 'Completed' | 'Cancelled';
      readonly phones: 'hashed' | 'masked';
    },
  ): Promise<{ readonly responseCode: string; readonly responseDescription: string }>;

  /** Asks a customer to pay, on their phone. `reference` has at most 12 characters, `description` at most 13. */
  sendStkPush(
    account: PaymentAccount,
    push: {
      readonly amount: bigint;
      readonly phone: string;
      readonly reference: string;
      readonly description: string;
      readonly callbackUrl: string;
    },
  ): Promise<{ readonly merchantRequestId: string; readonly checkoutRequestId: string }>;

  /** State of an STK push. The answer has no receipt number: `done` is confirmed by the callback or askTransaction. */
  queryStkPush(account: PaymentAccount, checkoutRequestId: string): Promise<StkPushState>;

  /** Asks what became of a payment, named by its receipt or by the conversation that made it. */
  askTransaction(
    account: PaymentAccount,
    which: { readonly receipt: string } | { readonly originatorConversationId: string },
    replyTo: ReplyTo,
  ): Promise<Accepted>;

  /**
   * Pays a customer. Commit `id` before the call: the provider pays each id once, and says so with a PaymentsError
   * that is `unsettled` where it has seen it already.
   */
  payOut(
    account: PaymentAccount,
    payment: {
      readonly id: string;
      readonly amount: bigint;
      readonly phone: string;
      readonly remarks: string;
      readonly occasion: string;
    },
    replyTo: ReplyTo,
  ): Promise<Accepted>;

  askBalance(account: PaymentAccount, replyTo: ReplyTo): Promise<Accepted>;

  /** Judges consumer key and secret; `aheadMs` is how far this machine's clock is ahead of the provider's, null where it is not told. */
  checkKeys(account: PaymentAccount): Promise<{ readonly keys: KeysFound; readonly aheadMs: number | null }>;

  /** Judges passkey and short code of STK pushes. No phone rings. */
  checkPasskey(account: PaymentAccount): Promise<PasskeyFound>;

  /** Gives a customer's payment back, whole. */
  reverse(
    account: PaymentAccount,
    payment: { readonly receipt: string; readonly amount: bigint; readonly remarks: string },
    replyTo: ReplyTo,
  ): Promise<Accepted>;

  /** Allows `pull`. Registering again is no error. */
  registerPull(
    account: PaymentAccount,
    nominated: { readonly phone: string; readonly callbackUrl: string },
  ): Promise<void>;

  /** One page of the payments of a window of at most 48 hours; ask again from `next` until it is null. */
  pull(
    account: PaymentAccount,
    window: { readonly from: Date; readonly to: Date; readonly offset: number },
  ): Promise<{ readonly payments: PulledPayment[]; readonly next: number | null }>;
}

export interface PaymentsErrorParts {
  readonly code?: string | null;
  readonly description?: string;
  readonly retry?: boolean;
  readonly unsettled?: boolean;
  readonly misconfigured?: boolean;
}

/** PaymentsError: thrown where the provider did not take a request, or nobody knows whether it did. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  /** The provider's own code, where it gave one. */
  readonly code: string | null;
  /** The provider's own words, without secrets and phone numbers. */
  readonly description: string;
  /** True if the same request can succeed later. Where it is `unsettled` too, ask before sending again. */
  readonly retry: boolean;
  /** True if the provider may have taken the request all the same: what it set out to do is pending, not refused. */
  readonly unsettled: boolean;
  /** True if the school's configuration is to blame. */
  readonly misconfigured: boolean;
  constructor(message: string, parts: PaymentsErrorParts = {}) {
    super(message);
    this.code = parts.code ?? null;
    this.description = parts.description ?? '';
    this.retry = parts.retry ?? false;
    this.unsettled = parts.unsettled ?? false;
    this.misconfigured = parts.misconfigured ?? false;
  }
}
