import { type FieldError, fieldError } from '@mfuko/contract/field-errors';
import { wordsOf } from '@mfuko/contract/field-words';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Findings } from '../../platform/spreadsheets/findings.ts';
import { pinTooWeak } from './errors.ts';
import type { StudentField } from './import-rows.ts';
import { weaknessOf } from './rules.ts';

/** Returns the least number of digits of a new PIN in the transaction's school. */
export async function readPinLength(tx: ReadTx): Promise<number> {
  const school = await tx.row<{ least: number }>('SELECT pin_length AS least FROM schools WHERE id = $1', [
    tx.schoolId,
  ]);
  return school?.least ?? 4;
}

/** Returns an error if a PIN has too few digits, else null. */
function shortnessOf(pin: string, least: number): FieldError | null {
  return pin.length < least ? fieldError('pin-too-short', { least }) : null;
}

/** Throws student.weak-pin where a new PIN is too short for the school, or too easy to guess for that student. */
export async function refuseWeakPin(tx: ReadTx, pin: string, admissionNumber: string): Promise<void> {
  const weakness = shortnessOf(pin, await readPinLength(tx)) ?? weaknessOf(pin, admissionNumber);
  if (weakness !== null) throw pinTooWeak(weakness);
}

/** Adds a finding for a PIN in a list that has too few digits for the school. */
export function noteShortPin(findings: Findings<StudentField>, row: number, pin: string, least: number): void {
  const short = shortnessOf(pin, least);
  if (short === null) return;
  const { code, params = {} } = short;
  findings.at(row, 'checkPin', 'pin-weak', `is too easy to guess: it ${wordsOf(short)}`, '', {
    fieldCode: code,
    params,
  });
}
