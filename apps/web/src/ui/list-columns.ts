import type { ReactNode } from 'react';

/** Kind of a column, by which a value is shown, aligned and exported. `ago` shows how long ago and exports the moment itself. */
export type ColumnKind = 'text' | 'amount' | 'count' | 'date' | 'ago';

export interface Column<Row> {
  /** The field's name on the wire; also what `sort` carries. */
  readonly field: string;
  readonly title: string;
  readonly value: (row: Row) => string | number | null | undefined;
  readonly kind?: ColumnKind;
  /** Of an amount: a zero is seen as `---`, as the specification asks of its lists. */
  readonly dashes?: boolean;
  readonly sortable?: boolean;
  /** Render: where plain text is not enough on the screen. The export always takes `value`. */
  readonly render?: (row: Row) => ReactNode;
  /** Left out until somebody asks for it with the column chooser. */
  readonly hidden?: boolean;
  /** Not in the export: a picture, a state that another column tells. */
  readonly onScreenOnly?: boolean;
}

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

export interface ListFilter<Field extends string = string> {
  /** The field's name on the wire; also the search parameter that carries it. */
  readonly field: Field;
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** Typed: the option that a typed text means; null where it means none. Makes the filter one that can be typed into. */
  readonly typed?: (text: string) => FilterOption | null;
  /** Initial: what is chosen until somebody chooses otherwise, or nothing (`?field=`). */
  readonly initial?: string;
}

export function isNumeric({ kind }: { kind?: ColumnKind }): boolean {
  return kind === 'amount' || kind === 'count';
}
