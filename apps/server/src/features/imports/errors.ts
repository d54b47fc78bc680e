import type { ImportAnswer } from '@mfuko/contract/imports';
import { Refusal } from '../../platform/refusal.ts';

export function hasErrors(answer: ImportAnswer): Refusal {
  const rows = new Set(answer.errors.map(({ row }) => row)).size;
  return new Refusal(
    'import.has-errors',
    `Nothing was recorded: ${rows === 1 ? '1 row is' : `${rows} rows are`} not right.`,
    {
      detail: { ...answer },
    },
  );
}

export function noRows(): Refusal {
  return new Refusal('sheet.unreadable', 'This file has no rows below its header.', { detail: { fault: 'empty' } });
}

export function importNotFound(): Refusal {
  return new Refusal('import.not-found', 'There is no such import.');
}

export function undoneAlready(): Refusal {
  return new Refusal('import.undone-already', 'This import was taken back already.');
}

export function notUndone(rows: readonly { row: number; admissionNumber: string; reason: string }[]): Refusal {
  return new Refusal(
    'import.not-undone',
    `Nothing was taken back: ${rows.length === 1 ? '1 payment' : `${rows.length} payments`} cannot be, for the money is spent.`,
    { detail: { rows } },
  );
}
