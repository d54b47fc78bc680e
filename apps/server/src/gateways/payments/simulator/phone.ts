import { eatStamp } from './eat.ts';
import { book, confirm } from './money.ts';
import { type Simulation, tell } from './simulator.ts';
import { type Prompt, subscriberOf } from './world.ts';

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

/** The prompt goes out to the phone, and from there as its owner is used to answer. */
export async function reachPhone(simulation: Simulation, prompt: Prompt, wrongParty: boolean): Promise<void> {
  const { world, clock, agenda } = simulation;
  const customer = subscriberOf(world, prompt.msisdn);
  const shown = `Do you want to pay KES ${prompt.amount}.00 to Paybill ${prompt.shortCode} account no. ${prompt.account}`;
  const sameAgain = Object.values(world.transactions).some(
    (each) =>
      each.kind === 'stk' &&
      each.msisdn === prompt.msisdn &&
      each.amount === prompt.amount &&
      each.shortCode === prompt.shortCode &&
      clock.now() - each.at < SAME_AGAIN_MS,
  );
  if (wrongParty) return settle(simulation, prompt, 2028);
  if (shown.length > 182) return settle(simulation, prompt, 1025);
  if (!customer.reachable) return settle(simulation, prompt, 1037);
  if (sameAgain) return settle(simulation, prompt, 17);
  if (customer.habit === 'pay') return answerPrompt(simulation, prompt, customer.pin);
  if (customer.habit === 'wrong-pin') return answerPrompt(simulation, prompt, '');
  if (customer.habit === 'cancel') return settle(simulation, prompt, 1032);
  agenda.expire(simulation.promptMs, () => ignorePrompt(simulation, prompt));
}

/** The customer enters a PIN. */
export async function answerPrompt(simulation: Simulation, prompt: Prompt, pin: string): Promise<void> {
  const customer = subscriberOf(simulation.world, prompt.msisdn);
  if (pin !== customer.pin) return settle(simulation, prompt, 2001);
  if (customer.balance < prompt.amount) return settle(simulation, prompt, 1);
  if (spentToday(simulation, prompt.msisdn) + prompt.amount > DAILY_LIMIT) return settle(simulation, prompt, 4);
  return settle(simulation, prompt, 0);
}

export function cancelPrompt(simulation: Simulation, prompt: Prompt): Promise<void> {
  return settle(simulation, prompt, 1032);
}

/** The customer looks away until the prompt is gone. */
export function ignorePrompt(simulation: Simulation, prompt: Prompt): Promise<void> {
  return settle(simulation, prompt, subscriberOf(simulation.world, prompt.msisdn).reachable ? 1019 : 1037);
}

async function settle(simulation: Simulation, prompt: Prompt, code: number): Promise<void> {
  if (prompt.code !== null) return;
  const paybill = simulation.world.shortCodes[prompt.shortCode];
  if (!paybill) return;
  prompt.code = code;
  prompt.words = WORDS[code] ?? '';
  const { shortCode, msisdn, amount, account } = prompt;
  const conversationId = prompt.checkoutRequestId;
  const originatorConversationId = prompt.merchantRequestId;
  const payment =
    code === 0
      ? book(simulation, {
          ...{ kind: 'stk', shortCode, msisdn, amount, account, state: 'Completed' },
          conversationId,
          originatorConversationId,
        })
      : null;
  prompt.receipt = payment?.receipt ?? null;
  simulation.changed();
  const item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: payment?.receipt },
    // Without a Value.
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(eatStamp(simulation.clock.now())) },
    { Name: 'PhoneNumber', Value: Number(msisdn) },
  ];
  await tell(simulation, paybill, prompt.callbackUrl, {
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchantRequestId,
        CheckoutRequestID: prompt.checkoutRequestId,
        ResultCode: code,
        ResultDesc: prompt.words,
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
