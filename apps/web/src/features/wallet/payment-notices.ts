/** Notices: how a screen of payments says what stands at none of its fields. */
export interface PaymentNotices {
  readonly hide: () => void;
  readonly done: (text: string) => void;
  readonly failed: (error: unknown) => void;
  /** A press lacks the number, or the PIN. */
  readonly missing: { readonly number: () => void; readonly pin: () => void };
  /** Not sent: typed as a PIN, it may be the next student's number. */
  readonly doubt: () => void;
}
