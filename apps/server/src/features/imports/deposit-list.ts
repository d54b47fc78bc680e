import { createHash } from 'node:crypto';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { uploadDeposits } from '@mfuko/contract/imports';
import { applyCorrections } from '../../platform/spreadsheets/corrections.ts';
import type { Sheet } from '../../platform/spreadsheets/sheet.ts';
import { layOut, type Table } from '../../platform/spreadsheets/table.ts';
import { DEPOSIT_COLUMNS } from '../wallet/index.ts';

type DepositTable = Table<(typeof DEPOSIT_COLUMNS)[number]['name']>;

/** List of payments as its sender uploaded it. */
export interface DepositList {
  /** Sheet and table with the sender's corrections. */
  readonly sheet: Sheet;
  readonly table: DepositTable;
  /** Table of the file itself, without the corrections. */
  readonly uncorrected: DepositTable;
  /** Numbers of the rows with a corrected cell. */
  readonly corrected: ReadonlySet<number>;
  /** Hash over all cells of the file: the same whatever its name, and whatever was corrected or set aside. */
  readonly fileHash: Buffer;
}

/** Returns the list of payments that a file is with the sender's corrections and columns. */
export function depositListOf(
  file: Sheet,
  { mends, mapping }: Pick<InputOf<typeof uploadDeposits>, 'mends' | 'mapping'>,
): DepositList {
  const sheet = applyCorrections(file, mends);
  return {
    sheet,
    table: layOut(sheet, DEPOSIT_COLUMNS, mapping),
    uncorrected: layOut(file, DEPOSIT_COLUMNS, mapping),
    corrected: new Set(sheet.rows.flatMap(({ row, typed = [] }) => (typed.length > 0 ? [row] : []))),
    fileHash: createHash('sha256')
      .update(JSON.stringify(file.rows.map(({ row, cells }) => [row, cells])))
      .digest(),
  };
}
