import { z } from 'zod';
import { list, record, SCHOOL_STAFF } from './endpoint.ts';
import { moment, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';
import { kes } from './money.ts';

/** Ways between bank and cash desk: cash that is taken to the bank, or fetched from there. */
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
  /** True if whoever asks proposed it, and so may not approve it. */
  mine: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
});
export type BankTransfer = z.output<typeof bankTransfer>;

/**
 * Proposes to carry money between the bank account and the cash desk in the books, by the number on the bank's slip. Another person has to
 * approve it; every bell of the school rings. A slip that has been carried or proposed already: 409 books.slip-taken.
 */
export const proposeBankTransfer = record('wallet/proposeBankTransfer', {
  access: SCHOOL_STAFF,
  input: z.object({ way: z.enum(TRANSFER_WAYS), amount: kes, reference: words(60) }),
  output: bankTransfer,
});

/** Approves what another person has proposed: the money moves in the books in that moment. */
export const approveBankTransfer = record('wallet/approveBankTransfer', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: bankTransfer,
});

/** Turns a proposal down, or takes the own one back. */
export const rejectBankTransfer = record('wallet/rejectBankTransfer', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: bankTransfer,
});

/** Transfers between bank and cash desk, the newest first. */
export const getBankTransfers = list('wallet/getBankTransfers', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'amount']).extend({ state: z.enum(TRANSFER_STATES).optional() }),
  output: bankTransfer,
});
