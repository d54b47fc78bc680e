/** Payment account of a school. Its secrets stay in memory only for the length of a call, and out of errors and logs. */
export interface PaymentAccount {
  /** Paybill number. */
  readonly shortCode: string;
  /** Number used for STK pushes: the paybill, or a separate store number. */
  readonly lnmShortCode: string;
  readonly lnmPassWord: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly initiator: string;
  readonly securityCredential: string;
}

/** Callback URLs for the result of an asynchronous request. */
export interface ReplyTo {
  readonly resultUrl: string;
  readonly timeoutUrl: string;
}

/** Acknowledgement of a request; its result arrives at `ReplyTo`. */
export interface Accepted {
  readonly conversationId: string;
  readonly originatorConversationId: string;
}

/** Meaning of a result code. */
export interface Outcome {
  /** State; `pending` means unknown: query the provider, and never treat it as failed. */
  readonly state: 'done' | 'failed' | 'cancelled' | 'pending';
  /** True if a retry a minute later can succeed. */
  readonly retry: boolean;
  /** True if the school's configuration is the cause. */
  readonly misconfigured: boolean;
}

export interface StkPushState {
  readonly code: string | null;
  readonly description: string;
  readonly outcome: Outcome;
}

/** Result of checking keys; `elsewhere`: refused here, but valid at the provider's other host (sandbox or production). */
export type KeysFound = 'good' | 'refused' | 'elsewhere';

/**
 * Result of checking a passkey. `short-code`: not of this app; `no-merchant`: not enabled for STK pushes (a till is not); `clock`: too
 * far from the provider's; `not-granted`: the product is not enabled; `unknown`: the provider accepts a wrong passkey as well.
 */
export type PasskeyFound = 'good' | 'refused' | 'short-code' | 'no-merchant' | 'clock' | 'not-granted' | 'unknown';

export interface PulledPayment {
  readonly receipt: string;
  readonly amount: bigint;
  readonly paidAt: Date;
  /** Payer's number, 254 and nine digits; null where the provider does not tell. */
  readonly phone: string | null;
  readonly account: string;
}

/**
 * Gateway to the mobile-money provider. Amounts are integer cents, phone numbers are 254 and nine digits. Every method throws
 * PaymentsError where the provider did not accept the request.
 */
export interface PaymentsGateway {
  /**
   * Registers the URLs for validation (before) and confirmation (after) of C2B payments. `whenUnreachable` determines the payment's
   * fate when the validation URL does not answer. `phones` is the format of payers' numbers.
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

  /** Sends an STK push to a customer's phone. `reference` has at most 12 characters, `description` at most 13. */
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

  /** Returns the state of an STK push. The answer has no receipt number: `done` is confirmed by the callback or by askTransaction. */
  queryStkPush(account: PaymentAccount, checkoutRequestId: string): Promise<StkPushState>;

  /** Queries a payment by its receipt, or by the conversation that created it. */
  askTransaction(
    account: PaymentAccount,
    which: { readonly receipt: string } | { readonly originatorConversationId: string },
    replyTo: ReplyTo,
  ): Promise<Accepted>;

  /**
   * Pays a customer. Commit `id` before the call: the provider pays each id once, and answers a repeated id with a PaymentsError that
   * is `unsettled`.
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

  /** Checks consumer key and secret. `aheadMs` is the lead of this machine's clock over the provider's; null if unknown. */
  checkKeys(account: PaymentAccount): Promise<{ readonly keys: KeysFound; readonly aheadMs: number | null }>;

  /** Checks passkey and short code of STK pushes. No phone rings. */
  checkPasskey(account: PaymentAccount): Promise<PasskeyFound>;

  /** Reverses a customer's payment in full. */
  reverse(
    account: PaymentAccount,
    payment: { readonly receipt: string; readonly amount: bigint; readonly remarks: string },
    replyTo: ReplyTo,
  ): Promise<Accepted>;

  /** Enables `pull`. Registering again is no error. */
  registerPull(
    account: PaymentAccount,
    nominated: { readonly phone: string; readonly callbackUrl: string },
  ): Promise<void>;

  /** Returns one page of payments in a window of at most 48 hours; repeat with `next` until it is null. */
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

/** PaymentsError: thrown when the provider did not accept a request, or when its acceptance is unknown. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  /** Provider's error code; null where there was none. */
  readonly code: string | null;
  /** Provider's message, without secrets and phone numbers. */
  readonly description: string;
  /** True if the same request can succeed later. If `unsettled` as well, query its outcome before sending it again. */
  readonly retry: boolean;
  /** True if the provider may have accepted the request: its effect is pending, not refused. */
  readonly unsettled: boolean;
  /** True if the school's configuration is the cause. */
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
