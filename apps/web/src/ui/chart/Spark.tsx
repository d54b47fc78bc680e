import classes from './Spark.module.css';

const WIDTH = 1000;
const HEIGHT = 100;

/** A line without axes: how something went, beside the figures that say it. It tells nothing of its own. */
export function Spark({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const least = Math.min(0, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  // A balance stays as it is until it moves.
  const points = values.flatMap((value, place) => {
    const y = HEIGHT - ((value - least) / (most - least)) * HEIGHT;
    const before =
      place === 0 ? [] : [`${place * step},${HEIGHT - (((values[place - 1] ?? 0) - least) / (most - least)) * HEIGHT}`];
    return [...before, `${place * step},${y}`];
  });
  return (
    <svg
      className={classes.spark}
      viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
