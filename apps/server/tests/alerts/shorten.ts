const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const DURATION = /(\d+)([smhd])/g;

/** An hour passes in a minute. */
const FASTER = 60;
/** Bounds of an alert's `for`: long enough to be seen pending, short enough to be waited for. */
const FOR = { least: 2, most: 10 };
/** A range holds some readings at least. */
const RANGE_LEAST = 20;

function secondsOf(duration: string): number {
  let seconds = 0;
  for (const [, count, unit] of duration.matchAll(DURATION)) seconds += Number(count) * SECONDS[unit as 's'];
  return seconds;
}

/**
 * The rules as they are, but quicker: each `for:` a sixtieth of itself, 2 seconds at least and 10 at most; each range (`[1h]`) a sixtieth,
 * 20 seconds at least. Metrics, comparisons, limits and labels stay as they are, and so does the name of each alert.
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
