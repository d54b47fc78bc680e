/** Colours of a series: what they mean is the same on every chart. */
export type SeriesColor = 'in' | 'out' | 'spent' | 'muted';

/** One row of values of a chart, a value for each of its labels; null: nothing is known there. */
export interface Series {
  readonly name: string;
  readonly color: SeriesColor;
  readonly values: readonly (number | null)[];
  /** Below the zero line: what goes out. */
  readonly down?: boolean;
  /** Places that stand out, for a reason that the readout names. */
  readonly wrong?: readonly boolean[];
}

/** A point of the horizontal axis. */
export interface ChartLabel {
  /** As the readout and the table have it. */
  readonly full: string;
  /** Below the axis; empty: not written there. */
  readonly short: string;
}

/** The highest sum above the zero line, and below it, of any label. */
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
