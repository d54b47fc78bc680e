import type { ImportAnswer } from '@mfuko/contract/imports';
import { fireEvent, screen } from '@testing-library/react';

/** Answer for a list with one correct row. */
export const ANSWER: ImportAnswer = {
  rows: 1,
  created: 1,
  updated: 0,
  skipped: 0,
  errors: [],
  warnings: [],
  newClasses: [],
  amount: 1500,
  amountPaidBefore: 0,
  amountLeftOut: 0,
  setAside: 0,
  amountSetAside: 0,
  totals: [],
  totalsThatDiffer: [],
  batchSYSID: null,
};

/** Sheet of one row, as the server parses it. */
export const SHEET = {
  headerRow: 1,
  columns: [
    { letter: 'A', title: 'Adm', field: 'admissionNumber' },
    { letter: 'B', title: 'Amount', field: 'amount' },
  ],
  rows: [{ row: 2, cells: ['4001', '1,500'] }],
};

/** Picks a bank's file and waits until it has been parsed. */
export async function uploadBankList(): Promise<void> {
  const file = document.querySelector('input[type=file]');
  fireEvent.change(file as Element, { target: { files: [new File(['x'], 'bank.csv')] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Upload' }));
}
