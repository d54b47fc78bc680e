import { randomUUID } from 'node:crypto';
import { eatStamp, fromEat } from './eat.ts';
import { reachPhone } from './phone.ts';
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
import type { Simulation } from './simulator.ts';
import type { ShortCode, StkPush } from './world.ts';

const SKEW_MS = 5 * 60_000;
export async function processRequest(simulation: Simulation, request: Request): Promise<Reply> {
  const store = requireSigned(simulation, request);
  const amount = amountOf(request, 1, 250_000);
  const msisdn = msisdnOf(request, 'PhoneNumber');
  const callbackUrl = urlOf(request, 'CallBackURL');
  const type = textOf(request, 'TransactionType');
  const account = textOf(request, 'AccountReference');
  const description = textOf(request, 'TransactionDesc');
  if (!/^Customer(PayBill|BuyGoods)Online$/.test(type)) throw invalid('TransactionType');
  if (account === '' || account.length > 12) throw invalid('AccountReference');
  if (description === '' || description.length > 13) throw invalid('TransactionDesc');
  const receiver = shortCodeOf(simulation, request, 'PartyB', true);
  const { world, clock } = simulation;
  if (Object.values(world.pushes).some((each) => each.msisdn === msisdn && each.code === null)) {
    throw new Fault(500, '500.001.1001', 'Unable to lock subscriber, a transaction is already in process');
  }
  const push: StkPush = {
    checkoutRequestId: `ws_CO_${eatStamp(clock.now())}${simulation.chances.letters('0123456789', 6)}${msisdn}`,
    merchantRequestId: randomUUID(),
    shortCode: receiver.shortCode,
    msisdn,
    amount,
    account,
    description,
    callbackUrl,
    at: clock.now(),
    code: null,
    words: '',
    receipt: null,
  };
  world.pushes[push.checkoutRequestId] = push;
  simulation.changed();
  // A pay bill receives at its own short code; only a till differs from its store.
  const wrongParty = type === 'CustomerPayBillOnline' && receiver.shortCode !== store.shortCode;
  const reach = () => reachPhone(simulation, push, wrongParty);
  if (receiver.knobs.callbackBeforeAck) await reach();
  else simulation.agenda.send(0, reach);
  const words = 'Success. Request accepted for processing';
  return {
    status: 200,
    body: {
      MerchantRequestID: push.merchantRequestId,
      CheckoutRequestID: push.checkoutRequestId,
      ResponseCode: '0',
      ResponseDescription: words,
      CustomerMessage: words,
    },
  };
}

export function queryStkPushState(simulation: Simulation, request: Request): Reply {
  requireSigned(simulation, request);
  const push = simulation.world.pushes[textOf(request, 'CheckoutRequestID')];
  if (!push) throw invalid('CheckoutRequestID');
  const words = push.code === null ? 'The transaction is still under processing' : push.words;
  return {
    status: 200,
    body: {
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successfully',
      MerchantRequestID: push.merchantRequestId,
      CheckoutRequestID: push.checkoutRequestId,
      ResultCode: String(push.code ?? 4999),
      ResultDesc: simulation.chances.happens(30) ? `[STK_CB - ]${words}` : words,
    },
  };
}

/**
 * Checks the password, which must be derived from the short code, its passkey and exactly this Timestamp, which must be about the current
 * time.
 */
function requireSigned(simulation: Simulation, request: Request): ShortCode {
  const store = shortCodeOf(simulation, request, 'BusinessShortCode', true);
  if (store.kind === 'till') throw new Fault(500, '500.001.1001', 'Merchant does not exist');
  const stamp = textOf(request, 'Timestamp');
  const at = /^\d{14}$/.test(stamp) ? fromEat(stamp) : Number.NaN;
  if (!(Math.abs(simulation.clock.now() - at) <= SKEW_MS)) throw invalid('Timestamp');
  const password = Buffer.from(textOf(request, 'Password'), 'base64').toString();
  const isMade =
    store.passkey === null
      ? password.startsWith(store.shortCode) && password.endsWith(stamp) && password.length > 20
      : password === `${store.shortCode}${store.passkey}${stamp}`;
  if (!isMade) throw new Fault(500, '500.001.1001', 'Wrong credentials');
  return store;
}
