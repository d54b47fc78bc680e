/** Notices of a payment screen that belong to none of its fields. */
export interface PaymentNotices {
  readonly hide: () => void;
  readonly done: (text: string) => void;
  readonly failed: (error: unknown) => void;
  /** The press lacks the number or the PIN. */
  readonly missing: { readonly number: () => void; readonly pin: () => void };
  /** Not sent: the digits typed as a PIN may be the next student's number. */
  readonly doubt: () => void;
}
