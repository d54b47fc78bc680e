const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const DURATION = /(\d+)([smhd])/g;

/** Speed-up factor: one hour passes in a minute. */
const FASTER = 60;
/** Bounds in seconds of an alert's `for`: long enough to be observed as pending, short enough to wait for. */
const FOR = { least: 2, most: 10 };
/** Minimum range in seconds, so that a range contains several samples. */
const RANGE_LEAST = 20;

function secondsOf(duration: string): number {
  let seconds = 0;
  for (const [, count, unit] of duration.matchAll(DURATION)) seconds += Number(count) * SECONDS[unit as 's'];
  return seconds;
}

/**
 * Speeds up the rules: each `for:` becomes a sixtieth, at least 2 and at most 10 seconds; each range (`[1h]`) a sixtieth, at least 20
 * seconds. Metrics, comparisons, limits, labels and names stay unchanged.
 */
export function shorten(rules: string): string {
  const least = (seconds: number, bound: number) => Math.max(bound, Math.round(seconds / FASTER));
  return rules
    .replace(/^( +for: )(\w+)$/gm, (_, key: string, duration: string) => {
      return `${key}${Math.min(FOR.most, least(secondsOf(duration), FOR.least))}s`;
    })
    .replace(/\[(\d+[smhd])\]/g, (_, duration: string) => `[${least(secondsOf(duration), RANGE_LEAST)}s]`);
}

/** Names of the alerts, in their order. */
export function alertsIn(rules: string): string[] {
  return [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
}
