import type { ReadTx } from '../database/database.ts';
import type { AppContext } from '../process/app-context.ts';

/** Person whom a bundle is about, as the features know them that read a part of it. */
export interface BundleSubject {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly guardians: readonly { readonly id: string; readonly phone: string }[];
}

/** Row of a part by the names of `bundle.json`: amounts are cents (bigint), moments are Dates, people (`BUNDLE_PEOPLE`) their ids. */
export type BundleRow = Readonly<Record<string, unknown>>;

/** Columns that name a user by their id, or several; whoever writes the bundle puts their names in place. */
export const BUNDLE_PEOPLE: ReadonlySet<string> = new Set(['by', 'decidedBy', 'settledBy', 'readBy', 'removedBy']);

/** Part of a bundle: what one feature holds about somebody, of one kind, in the order in which it came. */
export interface BundlePart {
  readonly name: string;
  /** Tables whose rows about the person are told by it. */
  readonly tables: readonly string[];
  readonly read: (tx: ReadTx, context: AppContext, subject: BundleSubject) => Promise<readonly BundleRow[]>;
}

/** A part that is one statement: `$1` is the school, `$2` the student. */
export function bundlePart(name: string, tables: readonly string[], sql: string): BundlePart {
  return { name, tables, read: (tx, _context, { id }) => tx.rows<BundleRow>(sql, [tx.schoolId, id]) };
}
