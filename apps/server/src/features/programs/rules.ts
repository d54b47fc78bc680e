/** Pace of one key: so many calls a minute, as many of them at once as there were none before. */
export const CALLS_A_MINUTE = 120;

/** Random bytes of an app id, which is no secret, and of a token. */
export const APP_ID_BYTES = 9;
export const TOKEN_BYTES = 32;
