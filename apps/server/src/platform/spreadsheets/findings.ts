import { readFieldError } from '@mfuko/contract/field-errors';
import type { CellFault, CellTold, ImportError } from '@mfuko/contract/imports';
import type { Table } from './table.ts';

const LONGEST_VALUE = 60;

/** Findings: what is wrong in a table: at most one thing for each cell. */
export interface Findings<Name extends string> {
  at(row: number, field: Name, why: CellFault, message: string, value?: string, told?: CellTold): void;
  has(row: number): boolean;
  list(): ImportError[];
}

/** Collects what is wrong, in the file's own words: its title of the column, its place of the cell. Secrets are left out. */
export function collectFindings<Name extends string>(table: Table<Name>): Findings<Name> {
  const found = new Map<string, ImportError>();
  const rows = new Set<number>();
  return {
    at(row, field, why, message, value = '', told = {}) {
      const column = table.column(field);
      const key = `${row} ${field}`;
      rows.add(row);
      if (found.has(key)) return;
      found.set(key, {
        row,
        column: table.title(field),
        value: column?.secret ? '' : value.slice(0, LONGEST_VALUE).toWellFormed(),
        message,
        cell: column ? `${column.letter}${row}` : null,
        field,
        why,
        ...told,
      });
    },
    has: (row) => rows.has(row),
    list: () => [...found.values()].toSorted((a, b) => a.row - b.row),
  };
}

/** Finds the columns that a list cannot do without. Answers whether all are there. */
export function requireColumns<Name extends string>(
  table: Table<Name>,
  findings: Findings<Name>,
  needed: readonly Name[],
): boolean {
  const missing = needed.filter((field) => !table.column(field));
  for (const field of missing) {
    findings.at(table.headerRow, field, 'no-column', `There is no column for ${table.title(field)}.`);
  }
  return missing.length === 0;
}

/** The rule of a field that a schema's message names, for the reader's own language; nothing where it names none. */
export function ruleOf(message: string): CellTold {
  const { code, params } = readFieldError(message) ?? {};
  return { ...(code && { fieldCode: code }), ...(params && { params }) };
}
