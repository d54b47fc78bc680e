import { useTranslation } from '../../lib/i18n.ts';
import type { ChartProps } from './Chart.tsx';
import classes from './ChartTable.module.css';

/** Table with the data of a chart. */
export function ChartTable({
  title,
  labelTitle,
  labels,
  series,
  format,
}: Pick<ChartProps, 'title' | 'labelTitle' | 'labels' | 'series' | 'format'>) {
  const { t } = useTranslation('ui');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className={classes.scroll} tabIndex={0} aria-label={title}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{labelTitle}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map(({ full }, place) => (
            <tr key={full}>
              <th scope="row">{full}</th>
              {series.map(({ name, values }) => {
                const value = values[place];
                return <td key={name}>{value === null || value === undefined ? t('chart.unknown') : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
