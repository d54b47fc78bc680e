import { schoolKeyContext } from './keys.ts';

/** Table with values that are sealed under the master key: all of them are sealed anew when it is rotated. */
export interface SealedTable {
  readonly table: string;
  readonly under: 'platform' | 'schools';
  /** Columns that the context is made of. */
  readonly key: readonly string[];
  /** Sealed columns; empty and null ones hold nothing. */
  readonly columns: readonly string[];
  /** The columns are text, in base64. */
  readonly base64?: true;
  /** Context of a row, from the text of its key; bytes as PostgreSQL writes them, `\x` and hexadecimal digits. */
  context(key: Readonly<Record<string, string>>): string;
}

/** Keys of schools: fingerprints and payment secrets open by them, and stay as they are. */
export const SEALED_SCHOOL_KEYS: SealedTable = {
  table: 'school_keys',
  under: 'schools',
  key: ['school_id'],
  columns: ['wrapped'],
  context: ({ school_id = '' }) => schoolKeyContext(school_id),
};
