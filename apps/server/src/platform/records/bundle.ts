import type { ReadTx } from '../database/database.ts';
import type { AppContext } from '../process/app-context.ts';

/** Person whose data a bundle contains, as known to the features that read its parts. */
export interface BundleSubject {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly guardians: readonly { readonly id: string; readonly phone: string }[];
}

/** Row of a part by the field names of `bundle.json`: amounts are cents (bigint), times are Dates, people (`BUNDLE_PEOPLE`) are ids. */
export type BundleRow = Readonly<Record<string, unknown>>;

/** Columns with the ids of one or more users; the writer of the bundle replaces the ids by names. */
export const BUNDLE_PEOPLE: ReadonlySet<string> = new Set(['by', 'decidedBy', 'settledBy', 'readBy', 'removedBy']);

/** Part of a bundle: the data of one kind that one feature holds about a person, in chronological order. */
export interface BundlePart {
  readonly name: string;
  /** Tables whose rows about the person this part covers. */
  readonly tables: readonly string[];
  readonly read: (tx: ReadTx, context: AppContext, subject: BundleSubject) => Promise<readonly BundleRow[]>;
}

/** Returns a part that is read by one statement: `$1` is the school, `$2` the student. */
export function bundlePart(name: string, tables: readonly string[], sql: string): BundlePart {
  return { name, tables, read: (tx, _context, { id }) => tx.rows<BundleRow>(sql, [tx.schoolId, id]) };
}
