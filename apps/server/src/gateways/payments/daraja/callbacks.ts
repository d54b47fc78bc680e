import { z } from 'zod';
import type { Outcome } from '../port.ts';
import { pending, stkOutcome } from './codes.ts';
import { centsOf, momentOf } from './forms.ts';

/** Anything that a field of text may come as. */
const loose = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim());

const customerPayment = z.object({
  TransactionType: loose,
  TransID: loose.pipe(z.string().regex(/^[A-Za-z0-9]{6,20}$/)),
  TransTime: loose,
  TransAmount: loose,
  BusinessShortCode: loose.pipe(z.string().regex(/^\d{5,7}$/)),
  BillRefNumber: loose,
  OrgAccountBalance: loose,
  ThirdPartyTransID: loose,
  MSISDN: loose,
  FirstName: loose,
  MiddleName: loose,
  LastName: loose,
});

export interface CustomerPayment {
  /** Unique with the short code. */
  readonly receipt: string;
  readonly shortCode: string;
  readonly amount: bigint;
  readonly paidAt: Date;
  /** Account: what the customer typed for an account: trimmed, blanks collapsed, in capitals. */
  readonly account: string;
  /** As it came: a number, one with stars, a SHA-256 of it, or nothing. */
  readonly phone: { readonly form: 'plain' | 'masked' | 'hashed' | 'none'; readonly text: string };
  readonly payer: string;
  /** Balance: what the paybill holds after it; null before money has moved. */
  readonly balance: bigint | null;
  /** Our id: what our answer to the validation supplied. */
  readonly ourId: string;
}

/** Reads what a customer pays by hand, before (validation) or after (confirmation) it moves. Null for anything else. */
export function readCustomerPayment(body: unknown): CustomerPayment | null {
  const parsed = customerPayment.safeParse(body);
  if (!parsed.success) return null;
  const said = parsed.data;
  const amount = centsOf(said.TransAmount);
  const paidAt = momentOf(said.TransTime);
  if (amount === null || amount <= 0n || paidAt === null) return null;
  return {
    receipt: said.TransID.toUpperCase(),
    shortCode: said.BusinessShortCode,
    amount,
    paidAt,
    account: normalAccount(said.BillRefNumber),
    phone: phoneOf(said.MSISDN),
    payer: [said.FirstName, said.MiddleName, said.LastName].filter(Boolean).join(' '),
    balance: centsOf(said.OrgAccountBalance),
    ourId: said.ThirdPartyTransID,
  };
}

/** An account as it is compared: whoever types `ks  4417 ` means `KS 4417`. */
export function normalAccount(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ').toUpperCase();
}

/** A party as results and statements write it: `254711223344 - ACHIENG OTIENO`, often with stars. */
export function readParty(text: string): { phone: CustomerPayment['phone']; name: string } {
  const [, number = '', name = ''] = /^\s*(\+?[\d*][\d*\s]{5,20}?)\s*-\s*(.*)$/.exec(text) ?? ['', '', text];
  return { phone: phoneOf(number.trim()), name: name.trim() };
}

function phoneOf(text: string): CustomerPayment['phone'] {
  if (/^[0-9a-f]{64}$/i.test(text)) return { form: 'hashed', text: text.toLowerCase() };
  if (/^\+?\d{9,12}$/.test(text)) return { form: 'plain', text: text.replace(/^\+/, '') };
  return text.includes('*') ? { form: 'masked', text } : { form: 'none', text: '' };
}

/** Reason for which a payment by hand is turned away, in the provider's codes. */
export const TURN_AWAY = {
  phone: 'C2B00011',
  account: 'C2B00012',
  amount: 'C2B00013',
  details: 'C2B00014',
  shortCode: 'C2B00015',
  other: 'C2B00016',
} as const;

/** The answer to a validation: `ourId` comes back with the confirmation. */
export function acceptPayment(ourId?: string): object {
  return { ResultCode: '0', ResultDesc: 'Accepted', ...(ourId ? { ThirdPartyTransID: ourId } : {}) };
}

export function turnPaymentAway(why: keyof typeof TURN_AWAY): object {
  return { ResultCode: TURN_AWAY[why], ResultDesc: 'Rejected' };
}

/** The answer to everything else that the provider tells, once it is written down. */
export const ACKNOWLEDGED = { ResultCode: 0, ResultDesc: 'Success' } as const;

const stkResult = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: loose,
      CheckoutRequestID: loose.pipe(z.string().min(1)),
      ResultCode: z.union([z.string(), z.number()]).transform(String),
      ResultDesc: loose,
      CallbackMetadata: z
        .object({
          Item: z.union([
            z.array(z.object({ Name: z.string(), Value: z.unknown().optional() })),
            z.object({ Name: z.string(), Value: z.unknown().optional() }).transform((item) => [item]),
          ]),
        })
        .nullish(),
    }),
  }),
});

export interface StkResult {
  readonly merchantRequestId: string;
  readonly checkoutRequestId: string;
  readonly code: string;
  readonly description: string;
  /** `done` only with a receipt: without one it is pending, and askTransaction tells. */
  readonly outcome: Outcome;
  readonly paid: {
    readonly receipt: string;
    readonly amount: bigint;
    readonly paidAt: Date | null;
    readonly phone: string | null;
  } | null;
}

/** Reads what came of an STK push. Null for anything else. */
export function readStkCallback(body: unknown): StkResult | null {
  const parsed = stkResult.safeParse(body);
  if (!parsed.success) return null;
  const said = parsed.data.Body.stkCallback;
  const item = (name: string) => said.CallbackMetadata?.Item.find((each) => each.Name === name)?.Value;
  const outcome = stkOutcome(said.ResultCode);
  const amount = centsOf(item('Amount'));
  const receipt = item('MpesaReceiptNumber');
  const hasPaid = outcome.state === 'done' && amount !== null && typeof receipt === 'string' && receipt !== '';
  const phone = String(item('PhoneNumber') ?? '');
  return {
    merchantRequestId: said.MerchantRequestID,
    checkoutRequestId: said.CheckoutRequestID,
    code: said.ResultCode,
    description: said.ResultDesc.replace(/^\[STK_CB - \]/, '').trim(),
    outcome: outcome.state === 'done' && !hasPaid ? pending : outcome,
    paid: hasPaid
      ? {
          receipt: receipt.toUpperCase(),
          amount,
          paidAt: momentOf(item('TransactionDate')),
          phone: /^254\d{9}$/.test(phone) ? phone : null,
        }
      : null,
  };
}
