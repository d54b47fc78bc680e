import { z } from 'zod';
import { list, record, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { kes } from './money.ts';

/** Directions of a transfer between bank and cash desk: cash taken to the bank, or fetched from the bank. */
export const TRANSFER_WAYS = ['to-bank', 'to-desk'] as const;
export type TransferWay = (typeof TRANSFER_WAYS)[number];
export const TRANSFER_STATES = ['proposed', 'approved', 'rejected'] as const;

const bankTransfer = z.object({
  sysid,
  way: z.enum(TRANSFER_WAYS),
  /** KES. */
  amount: z.number(),
  reference: z.string(),
  state: z.enum(TRANSFER_STATES),
  date: moment,
  by: z.string(),
  /** True if the caller made the proposal, and so may not approve it. */
  mine: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
});
export type BankTransfer = z.output<typeof bankTransfer>;

/**
 * Proposes a transfer between the bank account and the cash desk in the books, by the number on the bank's slip. Another person has to
 * approve the transfer; every bell of the school rings. 409 books.slip-taken if the slip has already been proposed or transferred.
 */
export const proposeBankTransfer = record('wallet/proposeBankTransfer', {
  access: SCHOOL_STAFF,
  input: z.object({ way: z.enum(TRANSFER_WAYS), amount: kes, reference: words(60) }),
  output: bankTransfer,
});

/** Approves another person's proposal: the money moves in the books at that moment. */
export const approveBankTransfer = record('wallet/approveBankTransfer', {
  stepUp: true,
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: bankTransfer,
});

/** Rejects a proposal, or withdraws the caller's own. */
export const rejectBankTransfer = record('wallet/rejectBankTransfer', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: bankTransfer,
});

/** Lists transfers between bank and cash desk, newest first. */
export const getBankTransfers = list('wallet/getBankTransfers', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'amount']).extend({ state: z.enum(TRANSFER_STATES).optional() }),
  output: bankTransfer,
});
