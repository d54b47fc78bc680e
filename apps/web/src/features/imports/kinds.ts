import type { Endpoint } from '@mfuko/contract/endpoint';
import {
  getDepositTemplate,
  getStudentTemplate,
  IMPORT_FIELDS,
  type ImportAnswer,
  type ImportField,
  type ImportKind,
  uploadDeposits,
  uploadStudents,
} from '@mfuko/contract/imports';
import { getClasses } from '@mfuko/contract/schools';
import { getStudents } from '@mfuko/contract/students';
import { getBalances, getStatement, getWallet } from '@mfuko/contract/wallet';

/** Kind: the calls and settings of one kind of list. */
interface Kind {
  readonly upload: typeof uploadStudents | typeof uploadDeposits;
  /** Name of the multipart field that carries the file. */
  readonly part: 'Students' | 'Deposits';
  readonly template: typeof getStudentTemplate | typeof getDepositTemplate;
  readonly fields: readonly ImportField[];
  /** Calls to refresh once the list is recorded or undone. */
  readonly changes: readonly Endpoint[];
}

export const KINDS: Readonly<Record<ImportKind, Kind>> = {
  students: {
    upload: uploadStudents,
    part: 'Students',
    template: getStudentTemplate,
    fields: IMPORT_FIELDS.students,
    changes: [getStudents, getClasses],
  },
  deposits: {
    upload: uploadDeposits,
    part: 'Deposits',
    template: getDepositTemplate,
    fields: IMPORT_FIELDS.deposits,
    changes: [getBalances, getStatement, getWallet],
  },
};

/** Field by column letter; columns without a field are absent. */
export type Mapping = Readonly<Record<string, ImportField>>;

/** Returns the required fields that no column holds. */
export function missingFields(kind: ImportKind, mapping: Mapping): ImportField[] {
  const named = Object.values(mapping);
  const has = (field: ImportField) => named.includes(field);
  if (kind === 'deposits') return (['admissionNumber', 'amount'] as const).filter((field) => !has(field));
  const names = has('names') ? [] : (['firstName', 'lastName'] as const);
  const classes = has('stream') ? [] : (['className'] as const);
  return (['admissionNumber', ...names, ...classes] as const).filter((field) => !has(field));
}

/** Returns the key of the result's text: a file that was recorded before, by another tab or user, records nothing. */
export function cameTo({ created, updated }: ImportAnswer): 'done' | 'nothing' {
  return created + updated > 0 ? 'done' : 'nothing';
}
