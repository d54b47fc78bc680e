/**
 * Refunds: the balance of a student who has left is paid to a guardian by M-Pesa, in whole shillings, with two people's approval. The
 * money leaves the wallet before M-Pesa is asked, M-Pesa is asked once, and the final result is either a receipt or the money back in the
 * wallet.
 */
export { REFUND_BUNDLE } from './bundle.ts';
export { eraseRefunds } from './erase.ts';
export { refundResults } from './jobs.ts';
export { UNPAID_REFUND } from './store.ts';
