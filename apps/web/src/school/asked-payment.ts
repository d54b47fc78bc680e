import { createStore } from '../lib/store.ts';

/** Search for a payment that was begun elsewhere. In no address: it may be a phone number. */
export const askedPayment = createStore<string>('');
