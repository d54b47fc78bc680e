import type { AnswerOf, InputOf, UploadedFile } from '@mfuko/contract/endpoint';
import type { ImportError, ImportKind, markSheet as markCall, readSheet as readCall } from '@mfuko/contract/imports';
import type { ReadCall } from '../../platform/http/call.ts';
import { applyCorrections } from '../../platform/spreadsheets/corrections.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import { layOut, type Table, withoutRows } from '../../platform/spreadsheets/table.ts';
import { writeTemplate, XLSX } from '../../platform/spreadsheets/write.ts';
import { planStudents, STUDENT_COLUMNS, TEMPLATE_COLUMNS } from '../students/index.ts';
import { DEPOSIT_COLUMNS, DEPOSIT_TEMPLATE_COLUMNS } from '../wallet/index.ts';
import { depositListOf } from './deposit-list.ts';
import { byHand, markedName, writeMarked } from './marked-sheet.ts';
import { plan as planDeposits } from './plan-deposits.ts';

const HIDDEN = '••••';

/** Returns the rows of a file, for the user who maps its columns. PINs are hidden. */
export async function previewSheet(input: InputOf<typeof readCall>): Promise<AnswerOf<typeof readCall>> {
  const sheet = await readSheet(input.Sheet.bytes, input.Sheet.filename);
  const table: Table<string> = layOut<string>(sheet, columnsOf(input.kind));
  const lines = sheet.rows.filter(({ row }) => row > table.headerRow);
  return {
    headerRow: table.headerRow,
    columns: table.columns.map(({ letter, title, field }) => ({ letter, title, field })),
    rows: lines.map(({ row, cells }) => ({
      row,
      cells: cells.map((cell, place) => (table.columns[place]?.secret && cell !== '' ? HIDDEN : cell)),
    })),
  };
}

/** Returns the rows of a file as a spreadsheet with their errors beside them, to be corrected and sent again. */
export async function markUp(call: ReadCall, input: InputOf<typeof markCall>): Promise<UploadedFile> {
  const file = await readSheet(input.Sheet.bytes, input.Sheet.filename);
  const sheet = applyCorrections(file, input.mends);
  const table = layOut<string>(sheet, columnsOf(input.kind), input.mapping);
  const errors = await call.read(async (tx): Promise<readonly ImportError[]> => {
    if (input.kind === 'students') {
      const students = withoutRows(layOut(sheet, STUDENT_COLUMNS, input.mapping), input.setAside);
      return (await planStudents(tx, students, input)).errors;
    }
    return (await planDeposits(tx, depositListOf(file, input), input)).errors;
  });
  // Rows set aside need no correction, so only the whole file includes them.
  const marks = input.onlyWrong ? errors : [...errors, ...byHand(table, input.setAside)];
  const bytes = await writeMarked(sheet, table, marks, { onlyWrong: input.onlyWrong, secrets: true });
  return { filename: markedName(input.Sheet.filename), mimetype: XLSX, bytes };
}

/** Returns the empty spreadsheet for a kind of list. */
export async function templateOf(kind: ImportKind): Promise<UploadedFile> {
  const columns =
    kind === 'students'
      ? STUDENT_COLUMNS.slice(0, TEMPLATE_COLUMNS)
      : DEPOSIT_COLUMNS.slice(0, DEPOSIT_TEMPLATE_COLUMNS);
  const filename = kind === 'students' ? 'students.xlsx' : 'pocket-money.xlsx';
  return { filename, mimetype: XLSX, bytes: await writeTemplate(columns.map(({ title }) => title)) };
}

function columnsOf(kind: ImportKind) {
  return kind === 'students' ? STUDENT_COLUMNS : DEPOSIT_COLUMNS;
}
