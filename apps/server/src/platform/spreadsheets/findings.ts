import { readFieldError } from '@mfuko/contract/field-errors';
import type { CellFault, CellTold, ImportError } from '@mfuko/contract/imports';
import type { Table } from './table.ts';

const MAX_VALUE_LENGTH = 60;

/** Errors of a table, at most one per cell. */
export interface Findings<Name extends string> {
  at(row: number, field: Name, why: CellFault, message: string, value?: string, told?: CellTold): void;
  has(row: number): boolean;
  list(): ImportError[];
}

/** Collects errors with the file's own column titles and cell names. Values of secret columns are left out. */
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
        value: column?.secret ? '' : value.slice(0, MAX_VALUE_LENGTH).toWellFormed(),
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

/** Adds an error for each missing required column. Returns true if all exist. */
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

/** Returns the code and parameters of the field rule that a schema's message contains, for translation; empty where there is none. */
export function ruleOf(message: string): CellTold {
  const { code, params } = readFieldError(message) ?? {};
  return { ...(code && { fieldCode: code }), ...(params && { params }) };
}
