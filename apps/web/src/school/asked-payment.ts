import { createStore } from '../lib/store.ts';

/** Search term for a payment that was entered on another screen. It is not put into the address, because it may be a phone number. */
export const askedPayment = createStore<string>('');

/** Slips, receipts and phone numbers contain digits; M-Pesa's codes have ten characters, and one in ten of the codes no digit. */
export function mayNamePayment(text: string): boolean {
  return text.length >= 3 && /\d|^[a-z]{10}$/i.test(text);
}
