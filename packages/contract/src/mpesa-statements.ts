import { z } from 'zod';
import { type AnswerOf, list, read, record, SCHOOL_STAFF, uploadedFile } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';
import { listQuery } from './lists.ts';

const MISSING = fieldMessage('no-statement');

/**
 * Result of comparing a row of M-Pesa's statement with the books. `missing`: unknown here; `waiting`: known, not booked yet; `known`:
 * booked in that amount; `differs`: booked in another amount.
 * The other kinds never credit a wallet: outgoing money (`withdrawal`, `charge`, `reversal`), a payment that was taken back (`reversed`),
 * money not from a customer (`other`), a payment that was not completed, and an unreadable row. `other-school`: paid to another school
 * that shares the paybill, which uploads the statement itself.
 */
export const STATEMENT_KINDS = [
  'missing',
  'waiting',
  'known',
  'differs',
  'reversed',
  'reversal',
  'charge',
  'withdrawal',
  'other',
  'other-school',
  'not-completed',
  'unreadable',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** Reasons why a file is not accepted as a statement of the school: `detail.fault` of the refusal. */
export const STATEMENT_FAULTS = ['no-table', 'no-short-code', 'no-time', 'other-short-code'] as const;
export type StatementFault = (typeof STATEMENT_FAULTS)[number];

const payment = {
  /** Row in the sheet; the first row is 1. */
  row: z.number().int(),
  receiptNumber: z.string(),
  date: moment.nullable(),
  /** KES; negative for outgoing money. */
  amount: z.number(),
  account: z.string(),
  payer: z.string().nullable(),
  /** Masked to its ends. */
  mobileNumber: z.string().nullable(),
  /** Active student with that account; null if there is none. */
  admissionNumber: z.string().nullable(),
  names: z.string().nullable(),
};

const previewRow = z.object({
  ...payment,
  kind: z.enum(STATEMENT_KINDS),
  /** KES booked here, if the amounts differ. */
  booked: z.number().nullable(),
});
export type StatementPreviewRow = z.output<typeof previewRow>;

const upload = { access: SCHOOL_STAFF, methods: ['POST'], files: ['Statement'] } as const;

/** Compares a statement of M-Pesa's organisation portal (.csv or .xlsx) with the books. Records nothing. */
export const previewMpesaStatement = read('wallet/previewMpesaStatement', {
  ...upload,
  input: z.object({ Statement: uploadedFile(MISSING) }),
  output: z.object({
    shortCode: z.string(),
    organisation: z.string().nullable(),
    /** Period of the statement. */
    from: moment,
    until: moment,
    /** Number of payments that M-Pesa would be queried about, and their KES. */
    toAsk: z.number().int(),
    amount: z.number(),
    rows: z.array(previewRow),
  }),
});
export type StatementPreview = AnswerOf<typeof previewMpesaStatement>;

export const STATEMENT_STATES = ['asking', 'waiting', 'approved', 'rejected', 'done'] as const;

const statement = z.object({
  sysid,
  date: moment,
  fileName: z.string(),
  from: moment,
  until: moment,
  by: z.string(),
  /** True if the caller uploaded the statement; another person has to approve it. */
  own: z.boolean(),
  /** Number of payments that were not booked at the upload, and their KES. */
  payments: z.number().int(),
  amount: z.number(),
  /** Numbers of these payments that are in a wallet, in suspense, and still open. */
  credited: z.number().int(),
  parked: z.number().int(),
  open: z.number().int(),
  /**
   * `asking`: M-Pesa is being queried; `waiting`: waits for a second person; `approved` and `rejected`: a second person decided, though
   * some payments may still be open; `done`: nothing is open.
   */
  state: z.enum(STATEMENT_STATES),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
});
export type MpesaStatement = z.output<typeof statement>;

/** Uploads a statement: M-Pesa is queried about each payment that is not booked. A repeated upload returns the first one. */
export const uploadMpesaStatement = record('wallet/uploadMpesaStatement', {
  ...upload,
  slow: true,
  input: z.object({ Statement: uploadedFile(MISSING) }),
  output: statement,
});

/** Lists uploaded statements, newest first. */
export const getMpesaStatements = list('wallet/getMpesaStatements', {
  access: SCHOOL_STAFF,
  input: listQuery(['date', 'payments', 'amount']),
  output: statement,
});

/**
 * `asked`: M-Pesa has not answered yet; `confirmed`: M-Pesa confirms the payment; `unknown`: M-Pesa knows no such payment; `not-asked`:
 * M-Pesa cannot be queried; `refused`: not completed or not paid to the school; `contested`: contradicts an earlier report. `confirmed`,
 * `unknown` and `not-asked` wait for a second person; `refused` and `contested` are only booked on M-Pesa's own confirmation.
 */
export const STATEMENT_ROW_STATES = [
  'credited',
  'parked',
  'asked',
  'confirmed',
  'unknown',
  'not-asked',
  'refused',
  'contested',
] as const;
export type StatementRowState = (typeof STATEMENT_ROW_STATES)[number];

const statementRow = z.object({ ...payment, state: z.enum(STATEMENT_ROW_STATES) });
export type StatementRow = z.output<typeof statementRow>;

/** Returns one statement with its payments that were not booked at the upload. */
export const getMpesaStatement = read('wallet/getMpesaStatement', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: statement.extend({ rows: z.array(statementRow) }),
});

/** Approves a statement that another person uploaded. */
export const approveMpesaStatement = record('wallet/approveMpesaStatement', {
  stepUp: true,
  access: SCHOOL_STAFF,
  slow: true,
  input: z.object({ sysid }),
  output: statement,
});

/** Rejects a statement. Payments of it that M-Pesa confirms go to suspense. */
export const rejectMpesaStatement = record('wallet/rejectMpesaStatement', {
  access: SCHOOL_STAFF,
  slow: true,
  input: z.object({ sysid }),
  output: statement,
});
