import { schoolKeyContext } from './keys.ts';

/** Table with values that are sealed under the master key: all of them are resealed when the key is rotated. */
export interface SealedTable {
  readonly table: string;
  readonly under: 'platform' | 'schools';
  /** Columns from which the context is built. */
  readonly key: readonly string[];
  /** Sealed columns; an empty or null value is not sealed. */
  readonly columns: readonly string[];
  /** True when the columns are base64 text. */
  readonly base64?: true;
  /** Returns the context of a row from its key columns as text; bytea is formatted as by PostgreSQL: `\x` and hexadecimal digits. */
  context(key: Readonly<Record<string, string>>): string;
}

/** Keys of schools. Fingerprints and payment secrets are sealed under them, so a rotation leaves those as they are. */
export const SEALED_SCHOOL_KEYS: SealedTable = {
  table: 'school_keys',
  under: 'schools',
  key: ['school_id'],
  columns: ['wrapped'],
  context: ({ school_id = '' }) => schoolKeyContext(school_id),
};
