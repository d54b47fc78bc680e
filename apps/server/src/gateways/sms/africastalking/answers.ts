import type { SmsFailure } from '../port.ts';

/** Action for each status code of a recipient. */
export const FAILURE_OF_CODE: ReadonlyMap<number, SmsFailure | 'taken'> = new Map([
  // Processed, Sent, Queued.
  [100, 'taken'],
  [101, 'taken'],
  [102, 'taken'],
  // RiskHold.
  [401, 'hold'],
  // InvalidSenderId: all of our messages would be refused.
  [402, 'stop'],
  // InvalidPhoneNumber, UnsupportedNumberType.
  [403, 'number'],
  [404, 'number'],
  // InsufficientBalance.
  [405, 'stop'],
  // UserInBlacklist, CouldNotRoute, DoNotDisturbRefusal.
  [406, 'number'],
  [407, 'route'],
  [409, 'number'],
  // InternalServerError, GatewayError, RefusedByGateway.
  [500, 'later'],
  [501, 'later'],
  [502, 'never'],
]);

/**
 * Classifies a request that was refused as a whole, by its message. Only the first word of the message is kept, since the text may
 * repeat the number. An unknown word means an error in our request.
 */
export function failureOfRefusal(words: string): [message: string, failure: SmsFailure] {
  const word = /^\W*([A-Za-z]{3,40})/.exec(words.replaceAll(' ', ''))?.[1] ?? '';
  if (/senderid|insufficientbalance|authentication|username|apikey/i.test(word)) {
    return [`the gateway refused all with ${word}`, 'stop'];
  }
  if (/phonenumber|recipient/i.test(word)) return ['the gateway took no recipient', 'number'];
  return [word === '' ? 'the gateway took no recipient' : `the gateway refused all with ${word}`, 'never'];
}

/** Parses `KES 0.8000` to ten-thousandths of a shilling; null for anything else. A refused message costs `0`. */
export function readCost(cost: unknown): bigint | null {
  const text = typeof cost === 'number' ? String(cost) : cost;
  const found = typeof text === 'string' ? /^(?:KES )?(\d{1,7})(?:\.(\d{1,4})\d*)?$/.exec(text.trim()) : null;
  return found ? BigInt(found[1] ?? '0') * 10_000n + BigInt((found[2] ?? '').padEnd(4, '0')) : null;
}
