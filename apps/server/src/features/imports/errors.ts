import { fieldError } from '@mfuko/contract/field-errors';
import type { ImportAnswer, KeptRow } from '@mfuko/contract/imports';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';

/** Returns the refusal of a list with errors. Notifies the staff too, since the sender may not be the one who corrects the list. */
export function hasErrors(answer: ImportAnswer, file: string): Refusal {
  const rows = new Set(answer.errors.map(({ row }) => row)).size;
  return new Refusal(
    'import.has-errors',
    `Nothing was recorded: ${rows === 1 ? '1 row has' : `${rows} rows have`} errors.`,
    {
      detail: { ...answer },
      afterRollback: (tx) =>
        enqueueStaffNotice(tx, {
          kind: 'import.failed',
          subject: { kind: 'import', id: file.slice(-100) || 'unnamed' },
          params: { file: file.slice(-100), count: rows },
          severity: hasWrongPinsOnly(answer) ? 'info' : 'warning',
          quietSeconds: 600,
        }),
    },
  );
}

/** Returns true where the list is right but for PINs that are too weak or no PINs, which its sender replaces. */
function hasWrongPinsOnly({ errors }: ImportAnswer): boolean {
  return errors.every(({ field }) => field === 'checkPin');
}

export function noRows(part: string): Refusal {
  const words = 'This file has no rows below its header.';
  const fields = wrongFields({ [part]: { ...fieldError('document'), words } });
  return new Refusal('sheet.unreadable', words, { detail: { fault: 'empty', ...fields } });
}

export function importNotFound(): Refusal {
  return new Refusal('import.not-found', 'The import was not found.');
}

export function undoneAlready(): Refusal {
  return new Refusal('import.undone-already', 'This import was already undone.');
}

export function notUndone(rows: readonly KeptRow[]): Refusal {
  return new Refusal(
    'import.not-undone',
    `Nothing was undone: the money of ${rows.length === 1 ? '1 payment' : `${rows.length} payments`} is already spent.`,
    { detail: { rows } },
  );
}
