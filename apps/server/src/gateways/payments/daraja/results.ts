import { z } from 'zod';
import type { Outcome } from '../port.ts';
import { pending, resultOutcome } from './codes.ts';
import { balanceOf, centsOf, momentOf } from './forms.ts';

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim());

/** Parameter of a result; `Value` may be missing or a number. */
const parameter = z.object({ Key: z.string(), Value: z.union([z.string(), z.number(), z.boolean()]).nullish() });

const result = z.object({
  Result: z.object({
    ResultCode: z.union([z.string(), z.number()]).transform(String),
    ResultDesc: text,
    OriginatorConversationID: text,
    ConversationID: text,
    TransactionID: text,
    ResultParameters: z
      .object({ ResultParameter: z.union([z.array(parameter), parameter.transform((one) => [one])]) })
      .nullish()
      .catch(null),
  }),
});

export interface Result {
  readonly code: string;
  readonly description: string;
  /** Outcome of the request itself. For a status query, readStatus returns the state of the payment. */
  readonly outcome: Outcome;
  readonly conversationId: string;
  readonly originatorConversationId: string;
  readonly transactionId: string;
  /** Values by key; keys may occur more than once. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
}

/** Parses the result of a payout, reversal or query. Returns null for anything else. */
export function readResult(body: unknown): Result | null {
  const parsed = result.safeParse(body);
  if (!parsed.success) return null;
  const said = parsed.data.Result;
  const parameters = new Map<string, string[]>();
  for (const { Key, Value } of said.ResultParameters?.ResultParameter ?? []) {
    const values = parameters.get(Key) ?? [];
    if (Value !== null && Value !== undefined) values.push(String(Value).trim());
    parameters.set(Key, values);
  }
  return {
    code: said.ResultCode,
    description: said.ResultDesc,
    outcome: resultOutcome(said.ResultCode),
    conversationId: said.ConversationID,
    originatorConversationId: said.OriginatorConversationID,
    transactionId: said.TransactionID,
    parameters,
  };
}

/** Parses a result that arrived at the timeout URL: the request may still be processed, so the outcome is pending. */
export function readTimeout(body: unknown): Result | null {
  const read = readResult(body);
  return read && { ...read, outcome: pending };
}

export interface TransactionStatus {
  readonly receipt: string;
  readonly state: 'completed' | 'failed' | 'pending';
  readonly amount: bigint | null;
  readonly finalisedAt: Date | null;
  /** Parties as the provider formats them: a number, often masked, and a name. */
  readonly debitParty: string;
  readonly creditParty: string;
}

const FAILED = new Set(['cancelled', 'declined', 'expired']);

/** Returns the state of the payment from a status query; null where the query itself failed. */
export function readStatus(answer: Result): TransactionStatus | null {
  if (answer.outcome.state !== 'done') return null;
  const first = (key: string) => answer.parameters.get(key)?.[0] ?? '';
  const receipt = first('ReceiptNo');
  const state = first('TransactionStatus').toLowerCase();
  return {
    receipt: receipt.toUpperCase(),
    state: state === 'completed' && receipt ? 'completed' : FAILED.has(state) ? 'failed' : 'pending',
    amount: centsOf(first('Amount')),
    finalisedAt: momentOf(first('FinalisedTime')),
    debitParty: first('DebitPartyName'),
    creditParty: first('CreditPartyName'),
  };
}

export interface PaidOut {
  readonly receipt: string;
  readonly amount: bigint;
  readonly receiver: string;
  readonly completedAt: Date | null;
}

/** Returns the details of a payout; null where nothing was paid. */
export function readPaidOut(answer: Result): PaidOut | null {
  const first = (key: string) => answer.parameters.get(key)?.[0] ?? '';
  const receipt = first('TransactionReceipt') || answer.transactionId;
  const amount = centsOf(first('TransactionAmount'));
  if (answer.outcome.state !== 'done' || receipt === '' || amount === null) return null;
  return {
    receipt: receipt.toUpperCase(),
    amount,
    receiver: first('ReceiverPartyPublicName'),
    completedAt: momentOf(first('TransactionCompletedDateTime')),
  };
}

/**
 * Returns the available balance of each of a paybill's accounts in cents, by account name (customers' payments go to `Utility
 * Account`).
 */
export function readBalances(answer: Result): Map<string, bigint> {
  const accounts = (answer.parameters.get('AccountBalance')?.[0] ?? '').split('&').filter(Boolean);
  return new Map(
    accounts.flatMap((account) => {
      const [name = '', , , available] = account.split('|');
      const cents = balanceOf(available);
      return cents === null ? [] : [[name.trim(), cents] as const];
    }),
  );
}
