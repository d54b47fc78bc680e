import classes from './Spark.module.css';

const WIDTH = 1000;
const HEIGHT = 100;

/** Line without axes that illustrates a trend beside the figures; it contains no information of its own. */
export function Spark({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const least = Math.min(0, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  // Steps, because a balance is constant between its changes.
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
