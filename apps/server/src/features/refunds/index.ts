/**
 * Refunds: the balance of a student who has left goes to a guardian by M-Pesa, the whole of it in shillings, on the
 * word of two people. It leaves the wallet before M-Pesa is asked, M-Pesa is asked once, and what it says last is
 * either a receipt or the money back in the wallet.
 */
export { REFUND_BUNDLE } from './bundle.ts';
export { eraseRefunds } from './erase.ts';
export { refundResults } from './jobs.ts';
export { UNPAID_REFUND } from './store.ts';
