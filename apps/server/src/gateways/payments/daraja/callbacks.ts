import { z } from 'zod';
import type { Outcome } from '../port.ts';
import { pending, stkOutcome } from './codes.ts';
import { centsOf, momentOf } from './forms.ts';

/** Text field; the provider may send a number, null or nothing instead. */
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
  /** Receipt number, unique per short code. */
  readonly receipt: string;
  readonly shortCode: string;
  readonly amount: bigint;
  readonly paidAt: Date;
  /** Account number as typed by the customer, normalised: trimmed, single blanks, upper case. */
  readonly account: string;
  /** Payer's number as received: plain, masked with stars, as a SHA-256 hash, or missing. */
  readonly phone: { readonly form: 'plain' | 'masked' | 'hashed' | 'none'; readonly text: string };
  readonly payer: string;
  /** Balance of the paybill after the payment; null before money has moved. */
  readonly balance: bigint | null;
  /** Id that our response to the validation supplied. */
  readonly ourId: string;
}

/** Parses a C2B callback, before (validation) or after (confirmation) the money moves. Returns null for anything else. */
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

/** Normalises an account number for comparison: `ks  4417 ` becomes `KS 4417`. */
export function normalAccount(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Parses a party as results and statements format it: `254711223344 - ACHIENG OTIENO`, often masked with stars. */
export function readParty(text: string): { phone: CustomerPayment['phone']; name: string } {
  const [, number = '', name = ''] = /^\s*(\+?[\d*][\d*\s]{5,20}?)\s*-\s*(.*)$/.exec(text) ?? ['', '', text];
  return { phone: phoneOf(number.trim()), name: name.trim() };
}

function phoneOf(text: string): CustomerPayment['phone'] {
  if (/^[0-9a-f]{64}$/i.test(text)) return { form: 'hashed', text: text.toLowerCase() };
  if (/^\+?\d{9,12}$/.test(text)) return { form: 'plain', text: text.replace(/^\+/, '') };
  return text.includes('*') ? { form: 'masked', text } : { form: 'none', text: '' };
}

/** Provider's codes for the reasons to reject a C2B payment. */
export const REJECTION_CODES = {
  phone: 'C2B00011',
  account: 'C2B00012',
  amount: 'C2B00013',
  details: 'C2B00014',
  shortCode: 'C2B00015',
  other: 'C2B00016',
} as const;

/** Returns the response that accepts a validation; the provider sends `ourId` back with the confirmation. */
export function acceptPayment(ourId?: string): object {
  return { ResultCode: '0', ResultDesc: 'Accepted', ...(ourId ? { ThirdPartyTransID: ourId } : {}) };
}

export function rejectPayment(why: keyof typeof REJECTION_CODES): object {
  return { ResultCode: REJECTION_CODES[why], ResultDesc: 'Rejected' };
}

/** Response to all other callbacks, sent once they are stored. */
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
  /** Outcome; `done` only with a receipt. A success without a receipt is pending, and askTransaction resolves it. */
  readonly outcome: Outcome;
  readonly paid: {
    readonly receipt: string;
    readonly amount: bigint;
    readonly paidAt: Date | null;
    readonly phone: string | null;
  } | null;
}

/** Parses the callback of an STK push. Returns null for anything else. */
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
