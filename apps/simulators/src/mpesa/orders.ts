import { eatDotted, eatStamp } from './eat.ts';
import { book } from './money.ts';
import { type Parameter, type Take, takeOrder } from './order.ts';
import { amountOf, invalid, type Reply, type Request, textOf } from './requests.ts';
import type { Simulation } from './simulator.ts';
import { type ShortCode, subscriberOf, type Transaction } from './world.ts';

const PAY_OUT_CHARGE = 8;

/** Pays a customer from the utility account. */
export function payOut(simulation: Simulation, request: Request): Promise<Reply> {
  const amount = amountOf(request, 10, 250_000);
  const id = textOf(request, 'OriginatorConversationID');
  if (id === '') throw invalid('OriginatorConversationID');
  if (!/^(Business|Salary|Promotion)Payment$/.test(textOf(request, 'CommandID'))) throw invalid('CommandID');
  const remarks = textOf(request, 'Remarks');
  if (remarks.length < 2 || remarks.length > 100) throw invalid('Remarks');
  const msisdn = textOf(request, 'PartyB');
  const take: Take = { initiator: 'InitiatorName', party: 'PartyA', role: 'b2c', id };
  return takeOrder(simulation, request, take, ({ paybill, conversationId }) => {
    if (!/^254[17]\d{8}$/.test(msisdn)) return { code: 'SFC_IC0003', words: 'The operator does not exist.' };
    const customer = subscriberOf(simulation.world, msisdn);
    if (!customer.registered) return { code: 2040, words: 'Credit Party customer type is not supported.' };
    if (paybill.utility < amount) return { code: 1, words: 'The balance is insufficient for the transaction.' };
    paybill.charges -= PAY_OUT_CHARGE;
    const { receipt, at } = book(simulation, {
      ...{ kind: 'b2c', shortCode: paybill.shortCode, msisdn, amount, account: '', state: 'Completed' },
      conversationId,
      originatorConversationId: id,
    });
    return {
      transactionId: receipt,
      parameters: [
        { Key: 'TransactionAmount', Value: amount },
        { Key: 'TransactionReceipt', Value: receipt },
        { Key: 'ReceiverPartyPublicName', Value: `${msisdn} - ${customer.name}` },
        { Key: 'TransactionCompletedDateTime', Value: eatDotted(at) },
        { Key: 'B2CUtilityAccountAvailableFunds', Value: paybill.utility },
        { Key: 'B2CWorkingAccountAvailableFunds', Value: paybill.working },
        { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
        { Key: 'B2CChargesPaidAccountAvailableFunds', Value: paybill.charges },
      ],
    };
  });
}

export function queryTransaction(simulation: Simulation, request: Request): Promise<Reply> {
  const receipt = textOf(request, 'TransactionID');
  const original = textOf(request, 'OriginalConversationID');
  if (receipt === '' && original === '') throw invalid('TransactionID');
  const take: Take = { initiator: 'Initiator', party: 'PartyA', role: 'status' };
  return takeOrder(simulation, request, take, ({ paybill }) => {
    const { world } = simulation;
    const found = receipt
      ? world.transactions[receipt]
      : Object.values(world.transactions).find(
          (each) => each.originatorConversationId === original || each.conversationId === original,
        );
    if (!found || !sameMerchant(simulation, paybill, found)) {
      return { code: 'R000002', words: 'The OriginalTransactionID is invalid.' };
    }
    return { transactionId: '0000000000', parameters: statusOf(simulation, found) };
  });
}

/** Returns true for a payment of the same merchant, who sees the payments of all its short codes. */
function sameMerchant({ world }: Simulation, paybill: ShortCode, payment: Transaction): boolean {
  const theirs = world.shortCodes[payment.shortCode];
  return theirs === paybill || (theirs?.consumerKeys.some((key) => paybill.consumerKeys.includes(key)) ?? false);
}

function statusOf({ world }: Simulation, payment: Transaction): Parameter[] {
  const customer = `${payment.msisdn} - ${subscriberOf(world, payment.msisdn).name}`;
  const merchant = `${payment.shortCode} - Paybill ${payment.shortCode}`;
  const paidIn = payment.kind === 'c2b' || payment.kind === 'stk';
  const debit = paidIn ? customer : merchant;
  return [
    { Key: 'DebitPartyName', Value: debit },
    { Key: 'CreditPartyName', Value: paidIn ? merchant : customer },
    { Key: 'OriginatorConversationID', Value: payment.originatorConversationId },
    { Key: 'InitiatedTime', Value: Number(eatStamp(payment.at)) },
    { Key: 'DebitAccountType', Value: paidIn ? 'MMF Account For Customer' : 'Utility Account' },
    { Key: 'DebitPartyCharges' },
    { Key: 'TransactionReason' },
    { Key: 'ReasonType', Value: paidIn ? 'Pay Bill Online' : 'Business Payment to Customer via API' },
    { Key: 'TransactionStatus', Value: payment.state },
    { Key: 'FinalisedTime', Value: Number(eatStamp(payment.at)) },
    { Key: 'Amount', Value: payment.amount },
    { Key: 'ConversationID', Value: payment.conversationId },
    { Key: 'ReceiptNo', Value: payment.receipt },
    // Repeated, as the real provider does.
    { Key: 'DebitPartyName', Value: debit },
  ];
}

export function queryBalance(simulation: Simulation, request: Request): Promise<Reply> {
  const take: Take = { initiator: 'Initiator', party: 'PartyA', role: 'balance', textCodes: true };
  return takeOrder(simulation, request, take, ({ paybill }) => {
    const account = (name: string, amount: number) => `${name}|KES|${amount.toFixed(2)}|${amount.toFixed(2)}|0.00|0.00`;
    const accounts = [
      account('Working Account', paybill.working),
      account('Utility Account', paybill.utility),
      account('Charges Paid Account', paybill.charges),
      account('Organization Settlement Account', 0),
    ];
    return {
      transactionId: '0000000000',
      parameters: [
        { Key: 'AccountBalance', Value: accounts.join('&') },
        { Key: 'BOCompletedTime', Value: Number(eatStamp(simulation.clock.now())) },
      ],
    };
  });
}

export function reverse(simulation: Simulation, request: Request): Promise<Reply> {
  const amount = amountOf(request, 1, 250_000);
  const receipt = textOf(request, 'TransactionID');
  // The provider accepts only this misspelling.
  if (textOf(request, 'RecieverIdentifierType') !== '11') throw invalid('RecieverIdentifierType');
  const take: Take = { initiator: 'Initiator', party: 'ReceiverParty', role: 'reversal' };
  return takeOrder(simulation, request, take, ({ paybill, conversationId, originatorConversationId }) => {
    const original = simulation.world.transactions[receipt];
    const isPaidIn = original?.state === 'Completed' && (original.kind === 'c2b' || original.kind === 'stk');
    if (!original || !isPaidIn || original.shortCode !== paybill.shortCode || original.amount !== amount) {
      return { code: 'R000002', words: 'The OriginalTransactionID is invalid.' };
    }
    if (original.reversed) return { code: 'R000001', words: 'The transaction has already been reversed.' };
    if (paybill.utility < amount) return { code: 1, words: 'The balance is insufficient for the transaction.' };
    original.reversed = true;
    const { shortCode, msisdn } = original;
    const reversal = book(simulation, {
      ...{ kind: 'reversal', shortCode, msisdn, amount, account: receipt, state: 'Completed' },
      conversationId,
      originatorConversationId,
    });
    return {
      transactionId: reversal.receipt,
      parameters: [
        { Key: 'Amount', Value: amount },
        { Key: 'OriginalTransactionID', Value: receipt },
        { Key: 'TransCompletedTime', Value: Number(eatStamp(reversal.at)) },
        { Key: 'CreditPartyPublicName', Value: `${msisdn} - ${subscriberOf(simulation.world, msisdn).name}` },
      ],
    };
  });
}
