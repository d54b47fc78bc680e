import { eatStamp } from './eat.ts';
import { book, confirm } from './money.ts';
import { type Simulation, tell } from './simulator.ts';
import { type StkPush, subscriberOf } from './world.ts';

const WORDS: Record<number, string> = {
  0: 'The service request is processed successfully.',
  1: 'The balance is insufficient for the transaction.',
  4: 'Declined due to limit rule: greater than the daily limit.',
  17: 'Rule limited.',
  1019: 'Transaction has expired',
  1025: 'An error occurred while sending a push request',
  1032: 'Request cancelled by user',
  1037: 'DS timeout user cannot be reached',
  2001: 'The initiator information is invalid.',
  2028: 'The request is not permitted according to product assignment',
};
const SAME_AGAIN_MS = 2 * 60_000;
const DAILY_LIMIT = 500_000;

/** Delivers the STK push to the phone, whose owner answers by their habit. */
export async function reachPhone(simulation: Simulation, push: StkPush, wrongParty: boolean): Promise<void> {
  const { world, clock, agenda } = simulation;
  const customer = subscriberOf(world, push.msisdn);
  const shown = `Do you want to pay KES ${push.amount}.00 to Paybill ${push.shortCode} account no. ${push.account}`;
  const sameAgain = Object.values(world.transactions).some(
    (each) =>
      each.kind === 'stk' &&
      each.msisdn === push.msisdn &&
      each.amount === push.amount &&
      each.shortCode === push.shortCode &&
      clock.now() - each.at < SAME_AGAIN_MS,
  );
  if (wrongParty) return settle(simulation, push, 2028);
  if (shown.length > 182) return settle(simulation, push, 1025);
  if (!customer.reachable) return settle(simulation, push, 1037);
  if (sameAgain) return settle(simulation, push, 17);
  if (customer.habit === 'pay') return answerStkPush(simulation, push, customer.pin);
  if (customer.habit === 'wrong-pin') return answerStkPush(simulation, push, '');
  if (customer.habit === 'cancel') return settle(simulation, push, 1032);
  agenda.expire(simulation.pushMs, () => ignoreStkPush(simulation, push));
}

/** Answers the push with the customer's PIN. */
export async function answerStkPush(simulation: Simulation, push: StkPush, pin: string): Promise<void> {
  const customer = subscriberOf(simulation.world, push.msisdn);
  if (pin !== customer.pin) return settle(simulation, push, 2001);
  if (customer.balance < push.amount) return settle(simulation, push, 1);
  if (spentToday(simulation, push.msisdn) + push.amount > DAILY_LIMIT) return settle(simulation, push, 4);
  return settle(simulation, push, 0);
}

export function cancelStkPush(simulation: Simulation, push: StkPush): Promise<void> {
  return settle(simulation, push, 1032);
}

/** Lets the push time out without an answer of the customer. */
export function ignoreStkPush(simulation: Simulation, push: StkPush): Promise<void> {
  return settle(simulation, push, subscriberOf(simulation.world, push.msisdn).reachable ? 1019 : 1037);
}

async function settle(simulation: Simulation, push: StkPush, code: number): Promise<void> {
  if (push.code !== null) return;
  const paybill = simulation.world.shortCodes[push.shortCode];
  if (!paybill) return;
  push.code = code;
  push.words = WORDS[code] ?? '';
  const { shortCode, msisdn, amount, account } = push;
  const conversationId = push.checkoutRequestId;
  const originatorConversationId = push.merchantRequestId;
  const payment =
    code === 0
      ? book(simulation, {
          ...{ kind: 'stk', shortCode, msisdn, amount, account, state: 'Completed' },
          conversationId,
          originatorConversationId,
        })
      : null;
  push.receipt = payment?.receipt ?? null;
  simulation.changed();
  const item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: payment?.receipt },
    // The provider sends this item without a Value.
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(eatStamp(simulation.clock.now())) },
    { Name: 'PhoneNumber', Value: Number(msisdn) },
  ];
  await tell(simulation, paybill, push.callbackUrl, {
    Body: {
      stkCallback: {
        MerchantRequestID: push.merchantRequestId,
        CheckoutRequestID: push.checkoutRequestId,
        ResultCode: code,
        ResultDesc: push.words,
        ...(payment ? { CallbackMetadata: { Item: simulation.chances.happens(50) ? item : item.toReversed() } } : {}),
      },
    },
  });
  if (payment) await confirm(simulation, paybill, payment);
}

function spentToday({ world, clock }: Simulation, msisdn: string): number {
  const today = eatStamp(clock.now()).slice(0, 8);
  return Object.values(world.transactions)
    .filter((each) => each.msisdn === msisdn && each.kind === 'stk' && eatStamp(each.at).startsWith(today))
    .reduce((sum, each) => sum + each.amount, 0);
}
