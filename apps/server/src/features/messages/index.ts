/**
 * Text messages. Each is written down, sealed, in the transaction that causes it, and leaves by a job once that has
 * committed; what was rolled back sends nothing.
 */
export { sendLater } from './send.ts';
