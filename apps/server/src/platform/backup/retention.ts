/** Retention: the newest backup of each of the last days, weeks and months that have one is kept. */
const KEPT = { days: 7, weeks: 4, months: 12 } as const;
const DAY_MS = 86_400_000;

const NAME = /^mfuko-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/;
const DRAFT = /^mfuko-\d{8}T\d{6}Z\.age\.part$/;

/** Returns the file name of a backup that was begun at the given time. */
export function nameOf(madeAt: Date): string {
  return `mfuko-${madeAt.toISOString().replace(/[-:]|\.\d+/g, '')}.age`;
}

/** Parses the time at which a backup was begun from its file name; null for any other file. */
export function timeOf(name: string): Date | null {
  const [, ...parts] = NAME.exec(name) ?? [];
  const [year, month, day, hour, minute, second] = parts.map(Number);
  if (year === undefined || month === undefined) return null;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** Returns true for the file of an interrupted backup. */
export function isDraft(name: string): boolean {
  return DRAFT.test(name);
}

/**
 * Returns the backups to delete. The newest backup of each of the last 7 days, 4 weeks (from Monday) and 12 months (in UTC) that
 * have a backup is kept, so nothing is deleted where no new backups arrive. A backup dated more than a day in the future was made
 * with a wrong clock: it is kept, and is not counted as the newest of any period.
 */
export function toPrune(times: readonly Date[], now: Date): Date[] {
  const newestFirst = [...times].sort((one, other) => other.getTime() - one.getTime());
  const past = newestFirst.filter((time) => time.getTime() <= now.getTime() + DAY_MS);
  const kept = new Set([
    ...newestOfEach(past, dayOf, KEPT.days),
    ...newestOfEach(past, weekOf, KEPT.weeks),
    ...newestOfEach(past, monthOf, KEPT.months),
  ]);
  return past.filter((time) => !kept.has(time));
}

function newestOfEach(newestFirst: readonly Date[], periodOf: (time: Date) => string, most: number): Date[] {
  const newest = new Map<string, Date>();
  for (const time of newestFirst) {
    const period = periodOf(time);
    if (!newest.has(period)) newest.set(period, time);
  }
  return [...newest.values()].slice(0, most);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** Monday of the week. */
function weekOf(time: Date): string {
  return dayOf(new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * DAY_MS));
}
