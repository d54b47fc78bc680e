/**
 * Money in by M-Pesa. What the provider tells is written down before it is answered; a wallet is credited once for each
 * receipt number, and only for what the provider itself bears out when it is asked. Whoever asks the provider something
 * that it answers later gets the answer by the purpose in `replyTo`: within the transaction that marks it as handled, so once.
 */
export { replyTo, withAccount } from './account.ts';
export type { ResultHandler, ResultHandlers } from './messages.ts';
export { PULL_REACH_HOURS } from './reconcile.ts';
export { registerAgain } from './register.ts';
