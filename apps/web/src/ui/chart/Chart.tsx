import { Button, Title } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Chart.module.css';
import { ChartTable } from './ChartTable.tsx';
import { Bars, Lines } from './Plot.tsx';
import { marksUpTo, shortened, wholeMarksUpTo } from './scale.ts';
import { type ChartLabel, extentOf, type Series } from './series.ts';
import { useCursor } from './useCursor.ts';

export interface ChartProps {
  readonly title: string;
  readonly kind: 'bars' | 'lines';
  /** Unit of the values, beside the axis. */
  readonly unit?: string;
  /** Header of the label column in the table: Day, Hour. */
  readonly labelTitle: string;
  readonly labels: readonly ChartLabel[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** True for counts, which have whole numbers on the axis. */
  readonly whole?: boolean;
  /** Index of the label that is read out first; the last label by default. */
  readonly start?: number;
  /** Content in place of the chart while no value is above zero. */
  readonly empty: ReactNode;
}

/**
 * Chart with axes. Arrow keys, touch or the pointer move a cursor, and the line beneath shows its values, also to a screen reader; a button
 * shows the same data as a table.
 */
export function Chart({ title, kind, unit, labelTitle, labels, series, format, whole, start, empty }: ChartProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const cursor = useCursor(labels.length, start ?? labels.length - 1);
  const { up, down } = extentOf(series, kind === 'bars');
  const marksOf = whole ? wholeMarksUpTo : marksUpTo;
  // One step for both sides, so that a bar below the axis is as long as a bar of the same amount above.
  const step = marksOf(Math.max(up, down, 1))[1] ?? 1;
  const above = Math.max(1, Math.ceil(up / step));
  const below = Math.ceil(down / step);
  const marks = Array.from({ length: above + below + 1 }, (_, place) => (place - below) * step);
  const top = above * step;
  const range = (above + below) * step;
  const readout = [
    labels[cursor.place]?.full,
    ...series.map(({ name, values }) => {
      const value = values[cursor.place];
      return `${name} ${value === null || value === undefined ? t('chart.unknown') : format(value)}`;
    }),
  ].join(' · ');
  const plot = { series, top, range, places: labels.length };
  // The readout does not contain the unit, so the name does.
  const named = unit === undefined ? title : `${title}, ${unit}`;
  const heading = (
    <Title order={2} size="h3" id={id}>
      {title}
    </Title>
  );
  // A highlighted place is drawn even though its value is zero.
  if (series.every(({ values, wrong }) => values.every((value) => !value) && !wrong?.includes(true)))
    return (
      <figure className={classes.figure} aria-labelledby={id}>
        <figcaption className={classes.head}>{heading}</figcaption>
        <p className={classes.empty}>{empty}</p>
      </figure>
    );
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption className={classes.head}>
        {heading}
        <Button
          variant="subtle"
          size="compact-sm"
          data-no-print
          leftSection={asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          aria-pressed={asTable}
          aria-label={t('chart.tableOf', { title })}
          onClick={() => setAsTable(!asTable)}
        >
          {t('chart.table')}
        </Button>
      </figcaption>
      {asTable ? (
        <ChartTable {...{ title: named, labelTitle, labels, series, format }} />
      ) : (
        <>
          <ul className={classes.legend} aria-hidden>
            {series.map(({ name, color }) => (
              <li key={name}>
                <span className={classes.swatch} data-color={color} data-kind={kind} />
                {name}
              </li>
            ))}
            {unit && <li className={classes.unit}>{unit}</li>}
          </ul>
          <div className={classes.area}>
            <div className={classes.marks} aria-hidden>
              {marks.map((mark) => (
                <span key={mark} style={{ top: `${((top - mark) / range) * 100}%` }}>
                  {shortened(Math.abs(mark))}
                </span>
              ))}
            </div>
            <div
              className={classes.plot}
              role="slider"
              tabIndex={0}
              aria-label={named}
              aria-orientation="horizontal"
              aria-valuemin={1}
              aria-valuemax={labels.length}
              aria-valuenow={cursor.place + 1}
              aria-valuetext={readout}
              {...cursor.handlers}
            >
              {marks.map((mark) => (
                <span
                  key={mark}
                  className={classes.line}
                  data-zero={mark === 0 || undefined}
                  style={{ top: `${((top - mark) / range) * 100}%` }}
                />
              ))}
              <span
                className={classes.cursor}
                style={{ left: `${(cursor.place / labels.length) * 100}%`, width: `${100 / labels.length}%` }}
              />
              {kind === 'bars' ? <Bars {...plot} /> : <Lines {...plot} />}
            </div>
            <div className={classes.labels} aria-hidden>
              {labels.map(({ full, short }, place) => (
                <span key={full} style={{ left: `${((place + 0.5) / labels.length) * 100}%` }}>
                  {short}
                </span>
              ))}
            </div>
          </div>
          <p className={classes.readout} aria-hidden>
            {readout}
          </p>
        </>
      )}
    </figure>
  );
}
