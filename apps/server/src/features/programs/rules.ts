/** Rate of one key in calls a minute; a key that was idle may make that many at once. */
export const CALLS_A_MINUTE = 120;

/** Random bytes of an app id, which is no secret, and of a token. */
export const APP_ID_BYTES = 9;
export const TOKEN_BYTES = 32;

/** Deposits of a key on the present day of its school, in cents. */
export interface DepositsOfDay {
  readonly id: string;
  readonly name: string;
  readonly day: string;
  readonly limit: bigint;
  readonly today: bigint;
}
