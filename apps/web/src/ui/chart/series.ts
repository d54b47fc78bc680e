/** Colours of series, which have the same meaning on each chart. */
export type SeriesColor = 'in' | 'out' | 'spent' | 'muted';

/** Series of a chart, with one value per label; null where the value is unknown. */
export interface Series {
  readonly name: string;
  readonly color: SeriesColor;
  readonly values: readonly (number | null)[];
  /** True for values below the zero line: outgoing amounts. */
  readonly down?: boolean;
  /** Places that are highlighted, for a reason that the readout names. */
  readonly wrong?: readonly boolean[];
}

/** Label of the horizontal axis. */
export interface ChartLabel {
  /** Text in the readout and the table. */
  readonly full: string;
  /** Text below the axis; empty for none. */
  readonly short: string;
}

/** Returns the largest sums above and below the zero line of any label. */
export function extentOf(series: readonly Series[], stacked: boolean): { up: number; down: number } {
  const places = Math.max(0, ...series.map(({ values }) => values.length));
  let up = 0;
  let down = 0;
  for (let place = 0; place < places; place++) {
    const of = (side: boolean) =>
      series.filter(({ down }) => (down ?? false) === side).map(({ values }) => Math.max(0, values[place] ?? 0));
    const most = (values: readonly number[]) =>
      stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
    up = Math.max(up, most(of(false)));
    down = Math.max(down, most(of(true)));
  }
  return { up, down };
}
