import { wordsOfMessage } from '@mfuko/contract/field-words';
import { wordsOrNone } from '@mfuko/contract/ids';
import type { DEPOSIT_FIELDS } from '@mfuko/contract/imports';
import { parseKes } from '@mfuko/contract/money';
import { readTypedAmount } from '@mfuko/contract/typed-amount';
import { type Findings, ruleOf } from '../../platform/spreadsheets/findings.ts';
import type { Field, TableRow } from '../../platform/spreadsheets/table.ts';
import { withoutTextMark } from '../../platform/spreadsheets/typed.ts';
import { readNumber, STUDENT_COLUMNS } from '../students/index.ts';

export type DepositField = (typeof DEPOSIT_FIELDS)[number];

/** Columns of a list of pocket money. */
export const DEPOSIT_COLUMNS: readonly Field<DepositField>[] = [
  {
    name: 'admissionNumber',
    title: 'Admission Number',
    alsoCalled: STUDENT_COLUMNS.find(({ name }) => name === 'admissionNumber')?.alsoCalled ?? [],
  },
  {
    name: 'amount',
    title: 'Amount',
    alsoCalled: [
      'amountkes',
      'amountksh',
      'amountkshs',
      'kes',
      'ksh',
      'kshs',
      'paid',
      'amountpaid',
      'deposit',
      'pocketmoney',
      'money',
      'amt',
      'amountdeposited',
      'amountreceived',
      'credit',
      'creditamount',
    ],
  },
  {
    name: 'reference',
    title: 'Reference',
    alsoCalled: [
      'ref',
      'refno',
      'referenceno',
      'referencenumber',
      'receipt',
      'receiptno',
      'receiptnumber',
      'slip',
      'slipno',
      'slipnumber',
      'bankslip',
      'bankslipno',
      'depositslip',
      'depositslipno',
      'bankref',
      'bankrefno',
      'bankreference',
      'banktransactionid',
      'transactioncode',
      'transactionid',
      'transactionno',
      'transactionref',
      'transactionreference',
      'txnid',
      'txnref',
      'mpesacode',
      'mpesaref',
      'mpesareceipt',
      'code',
    ],
  },
  {
    name: 'names',
    title: 'Names',
    alsoCalled: STUDENT_COLUMNS.find(({ name }) => name === 'names')?.alsoCalled ?? [],
  },
];
/** Number of the template's columns, which come first; the optional column `names` is compared with the student's name. */
export const DEPOSIT_TEMPLATE_COLUMNS = 3;

const REFERENCE = wordsOrNone(60);

/** Returns the cents of a row's amount; null where the cell has no amount. */
export function readAmount(row: TableRow<DepositField>): bigint | null {
  return parseKes(readTypedAmount(withoutTextMark(row.text('amount'))).wire);
}

/** Reads a row of a list; adds errors of the row itself to `findings`. */
export function readDepositLine(row: TableRow<DepositField>, findings: Findings<DepositField>) {
  const text = row.text('amount');
  const amount = readAmount(row);
  if (text === '') findings.at(row.row, 'amount', 'required', 'is required');
  else if (amount === null || amount <= 0n)
    findings.at(
      row.row,
      'amount',
      'amount',
      'must be an amount in KES of more than zero, with at most two decimals',
      text,
    );
  const reference = REFERENCE.safeParse(row.text('reference'));
  if (!reference.success)
    findings.at(
      row.row,
      'reference',
      'too-long',
      wordsOfMessage(reference.error.issues[0]?.message ?? ''),
      row.text('reference'),
      ruleOf(reference.error.issues[0]?.message ?? ''),
    );
  return {
    row: row.row,
    admissionNumber: readNumber(row, findings),
    wasNumber: row.wasNumber('admissionNumber'),
    amount,
    reference: reference.success ? reference.data : null,
    names: row.text('names'),
  };
}
