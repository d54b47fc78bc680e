import { createStore } from '../lib/store.ts';

/** Search for a payment that was begun elsewhere. In no address: it may be a phone number. */
export const askedPayment = createStore<string>('');

/** Slips, receipts and phones have digits; M-Pesa's codes have ten signs, and one in ten of them no digit. */
export function mayNamePayment(text: string): boolean {
  return text.length >= 3 && /\d|^[a-z]{10}$/i.test(text);
}
