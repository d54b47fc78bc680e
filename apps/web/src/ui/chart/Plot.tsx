import classes from './Plot.module.css';
import type { Series } from './series.ts';

interface PlotProps {
  readonly series: readonly Series[];
  /** Highest mark of the axis, and its distance to the lowest. */
  readonly top: number;
  readonly range: number;
  readonly places: number;
}

/** Width of a place and height of the range, in drawing units. With only a few units the browser would round each edge. */
const WIDTH = 100;
const HEIGHT = 1000;

/** Drawing that is stretched to its box; strokes keep their width. */
function Box({ places, children }: { places: number; children: React.ReactNode }) {
  return (
    <svg
      className={classes.drawing}
      viewBox={`0 0 ${places * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Bars above or below the zero line; bars of the same side are stacked. */
export function Bars({ series, top, range, places }: PlotProps) {
  const used = [new Array<number>(places).fill(0), new Array<number>(places).fill(0)] as const;
  return (
    <Box places={places}>
      {series.flatMap(({ name, color, values, down, wrong }) => {
        const before = used[down ? 1 : 0];
        return values.map((given, place) => {
          const value = Math.max(0, given ?? 0);
          const from = before[place] ?? 0;
          before[place] = from + value;
          const y = down ? top + from : top - from - value;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a place is what a value belongs to
              key={`${name} ${place}`}
              x={(place + 0.14) * WIDTH}
              width={0.72 * WIDTH}
              y={(y / range) * HEIGHT}
              height={(value / range) * HEIGHT}
              data-color={wrong?.[place] ? 'wrong' : color}
            />
          );
        });
      })}
    </Box>
  );
}

/** Lines from place to place; the area below the first is filled, to set it apart from the others. */
export function Lines({ series, top, range, places }: PlotProps) {
  return (
    <Box places={places}>
      {series.map(({ name, color, values }, order) => {
        const points = values.flatMap((value, place) =>
          value === null ? [] : [`${(place + 0.5) * WIDTH},${((top - value) / range) * HEIGHT}`],
        );
        const ground = (top / range) * HEIGHT;
        const last = (points.length - 0.5) * WIDTH;
        return (
          <g key={name} data-color={color}>
            {order === 0 && points.length > 1 && (
              <path className={classes.fill} d={`M${WIDTH / 2},${ground} L${points.join(' L')} L${last},${ground} Z`} />
            )}
            <polyline className={classes.stroke} data-dashed={order > 0 || undefined} points={points.join(' ')} />
          </g>
        );
      })}
    </Box>
  );
}
