import type { ReactNode } from 'react';

/** Kind of a column, by which a value is shown, aligned and exported. `ago` shows the age and exports the moment. */
export type ColumnKind = 'text' | 'amount' | 'count' | 'date' | 'ago';

export interface Column<Row> {
  /** Name of the field on the wire and in `sort`. */
  readonly field: string;
  readonly title: string;
  readonly value: (row: Row) => string | number | null | undefined;
  readonly kind?: ColumnKind;
  /** For amounts: shows a zero as `---`, as the specification requires in its lists. */
  readonly dashes?: boolean;
  readonly sortable?: boolean;
  /** Renders the cell on the screen where plain text does not suffice. The export always uses `value`. */
  readonly render?: (row: Row) => ReactNode;
  /** Hidden until the user selects it in the column chooser. */
  readonly hidden?: boolean;
  /** Excluded from the export, such as a picture, or a state that another column contains. */
  readonly onScreenOnly?: boolean;
}

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

export interface ListFilter<Field extends string = string> {
  /** Name of the field on the wire and of its search parameter. */
  readonly field: Field;
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** Returns the option for a typed text, or null; makes the filter accept text. */
  readonly typed?: (text: string) => FilterOption | null;
  /** Default option, until the user chooses another one or none (`?field=`). */
  readonly initial?: string;
}

export function isNumeric({ kind }: { kind?: ColumnKind }): boolean {
  return kind === 'amount' || kind === 'count';
}
