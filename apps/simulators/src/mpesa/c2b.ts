import { randomUUID } from 'node:crypto';
import { book, confirm, paymentBody } from './money.ts';
import {
  amountOf,
  Fault,
  invalid,
  msisdnOf,
  type Reply,
  type Request,
  shortCodeOf,
  textOf,
  urlOf,
} from './requests.ts';
import { newReceipt, post, type Simulation } from './simulator.ts';
import { type ShortCode, subscriberOf, type Transaction } from './world.ts';

export function registerUrl(simulation: Simulation, request: Request): Reply {
  const responseType = textOf(request, 'ResponseType');
  // Daraja accepts these words only in this capitalisation.
  if (responseType !== 'Completed' && responseType !== 'Cancelled') throw invalid('ResponseType');
  const confirmation = urlOf(request, 'ConfirmationURL');
  const validation = urlOf(request, 'ValidationURL');
  const paybill = shortCodeOf(simulation, request, 'ShortCode', true);
  paybill.urls = { responseType, confirmation, validation, version: request.version === 'v1' ? 'v1' : 'v2' };
  simulation.changed();
  return {
    status: 200,
    body: { OriginatorCoversationID: randomUUID(), ResponseCode: '0', ResponseDescription: 'Success' },
  };
}

/** Simulates a payment that a customer makes by hand. The registered addresses receive the result. */
export function simulatePayment(simulation: Simulation, request: Request): Reply {
  const command = textOf(request, 'CommandID');
  if (command !== 'CustomerPayBillOnline' && command !== 'CustomerBuyGoodsOnline') throw invalid('CommandID');
  const amount = amountOf(request, 1, 250_000);
  const msisdn = msisdnOf(request, 'Msisdn' in request.body ? 'Msisdn' : 'MSISDN');
  const account = command === 'CustomerPayBillOnline' ? textOf(request, 'BillRefNumber') : '';
  if (account.length > 20) throw invalid('BillRefNumber');
  const paybill = shortCodeOf(simulation, request, 'ShortCode', false);
  simulation.agenda.send(0, () => payByHand(simulation, paybill, { amount, msisdn, account }));
  return {
    status: 200,
    body: {
      ...(request.version === 'v1' ? { ConversationID: randomUUID() } : {}),
      OriginatorCoversationID: randomUUID(),
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    },
  };
}

async function payByHand(
  simulation: Simulation,
  paybill: ShortCode,
  wish: { amount: number; msisdn: string; account: string },
): Promise<void> {
  const receipt = newReceipt(simulation);
  const payment = { ...wish, kind: 'c2b', shortCode: paybill.shortCode, receipt, at: simulation.clock.now() } as const;
  const verdict = await validate(simulation, paybill, {
    ...payment,
    state: 'Declined',
    reason: '',
    conversationId: '',
    originatorConversationId: '',
    thirdPartyTransId: '',
    reversed: false,
  });
  const thirdPartyTransId = verdict.thirdPartyTransId;
  const reason =
    verdict.reason || (subscriberOf(simulation.world, wish.msisdn).balance < wish.amount ? 'insufficient funds' : '');
  if (reason) {
    book(simulation, { ...payment, state: 'Declined', reason, thirdPartyTransId });
    return;
  }
  const booked = book(simulation, { ...payment, state: 'Completed', thirdPartyTransId });
  await confirm(simulation, paybill, booked);
}

interface Verdict {
  /** Reason of a rejection; empty where the payment may continue. */
  readonly reason: string;
  readonly thirdPartyTransId: string;
}

/** Asks the merchant for validation. Without a timely, readable answer the registered default applies. */
async function validate(simulation: Simulation, paybill: ShortCode, payment: Transaction): Promise<Verdict> {
  const goOn: Verdict = { reason: '', thirdPartyTransId: '' };
  const { urls } = paybill;
  if (!urls || !paybill.validationEnabled) return goOn;
  const body = JSON.stringify(paymentBody(simulation, paybill, payment, ''));
  const answer = await post(simulation, urls.validation, body, simulation.validationMs);
  const said = answer?.status === 200 ? readVerdict(answer.text) : null;
  if (said) return said;
  return urls.responseType === 'Completed' ? goOn : { ...goOn, reason: 'no answer to the validation' };
}

function readVerdict(text: string): Verdict | null {
  try {
    const said = JSON.parse(text) as Record<string, unknown>;
    const code = String(said.ResultCode ?? '');
    if (code === '') return null;
    const thirdPartyTransId = typeof said.ThirdPartyTransID === 'string' ? said.ThirdPartyTransID : '';
    return { reason: /^0+$/.test(code) ? '' : code, thirdPartyTransId };
  } catch {
    // An answer that is not JSON is no verdict; the caller applies the registered default.
    return null;
  }
}

/** Registers for Pull. The callback address is only checked, because the simulator sends pulled payments only on request. */
export function registerPull(simulation: Simulation, request: Request): Reply {
  if (textOf(request, 'RequestType') !== 'Pull') throw invalid('RequestType');
  if (!/^(0|254)[17]\d{8}$/.test(textOf(request, 'NominatedNumber'))) throw invalid('NominatedNumber');
  urlOf(request, 'CallBackURL');
  const paybill = shortCodeOf(simulation, request, 'ShortCode', true);
  const again = paybill.pulls;
  paybill.pulls = true;
  simulation.changed();
  const words = again ? 'Short Code already Registered' : 'Short Code Registered Successfully';
  return {
    status: 200,
    body: { ResponseRefID: randomUUID(), ResponseStatus: again ? '1001' : '1000', ResponseDescription: words },
  };
}

export function notForPull(): Fault {
  return new Fault(500, '500.003.1001', 'Short Code is not registered for pull');
}
