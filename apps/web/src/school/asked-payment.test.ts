import { expect, it } from 'vitest';
import { mayNamePayment } from './asked-payment.ts';

it.each([
  ['an M-Pesa code', 'SKL7X2QP9A'],
  ['an M-Pesa code without a digit', 'uknzyampfz'],
  ['a slip', '004123'],
  ['a phone', '0722 000 111'],
])('mayNamePayment accepts %s', (_, text) => expect(mayNamePayment(text)).toBe(true));

it.each([
  ['a screen', 'dashboard'],
  ['two names', 'Amina Odhiambo'],
  ['too little', '12'],
])('mayNamePayment rejects %s', (_, text) => expect(mayNamePayment(text)).toBe(false));
