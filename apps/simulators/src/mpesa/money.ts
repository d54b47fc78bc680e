import { createHash } from 'node:crypto';
import { eatStamp } from './eat.ts';
import { newReceipt, type Simulation, tell } from './simulator.ts';
import { type ShortCode, subscriberOf, type Transaction } from './world.ts';

/** Records a payment under a new receipt, and moves its money if it is completed. */
export function book(
  simulation: Simulation,
  payment: Pick<Transaction, 'kind' | 'shortCode' | 'msisdn' | 'amount' | 'account' | 'state'> & Partial<Transaction>,
): Transaction {
  const { world, clock } = simulation;
  const transaction: Transaction = {
    receipt: newReceipt(simulation),
    at: clock.now(),
    reason: '',
    conversationId: '',
    originatorConversationId: '',
    thirdPartyTransId: '',
    reversed: false,
    ...payment,
  };
  world.transactions[transaction.receipt] = transaction;
  if (transaction.state === 'Completed') move(simulation, transaction);
  simulation.changed();
  return transaction;
}

function move({ world }: Simulation, { kind, shortCode, msisdn, amount }: Transaction): void {
  const customer = subscriberOf(world, msisdn);
  const paybill = world.shortCodes[shortCode];
  if (!paybill) throw new Error('there is no such short code');
  const paidIn = kind === 'c2b' || kind === 'stk' ? amount : -amount;
  customer.balance -= paidIn;
  paybill.utility += paidIn;
}

/** Sends a confirmation of received money to the registered address. It also receives those of STK pushes. */
export async function confirm(simulation: Simulation, paybill: ShortCode, payment: Transaction): Promise<void> {
  if (!paybill.urls) return;
  const body = paymentBody(simulation, paybill, payment, `${paybill.utility}.00`);
  await tell(simulation, paybill, paybill.urls.confirmation, body);
}

/** Returns the body of validation and confirmation. */
export function paymentBody(
  { world }: Simulation,
  paybill: ShortCode,
  payment: Transaction,
  balance: string,
): Record<string, string> {
  return {
    TransactionType: payment.account === '' ? 'Buy Goods' : 'Pay Bill',
    TransID: payment.receipt,
    TransTime: eatStamp(payment.at),
    TransAmount: `${payment.amount}.00`,
    BusinessShortCode: paybill.shortCode,
    BillRefNumber: payment.account,
    InvoiceNumber: '',
    OrgAccountBalance: balance,
    ThirdPartyTransID: payment.thirdPartyTransId,
    MSISDN: hidden(payment.msisdn, paybill.urls?.version ?? 'v2'),
    FirstName: subscriberOf(world, payment.msisdn).name.split(' ')[0] ?? '',
    MiddleName: '',
    LastName: '',
  };
}

function hidden(msisdn: string, version: 'v1' | 'v2'): string {
  return version === 'v1' ? createHash('sha256').update(msisdn).digest('hex') : `2547 ***** ${msisdn.slice(-3)}`;
}
