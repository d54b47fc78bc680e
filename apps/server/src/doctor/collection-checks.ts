import type { CollectionFacts, DatabaseFacts, Facts, SchoolFacts } from './facts.ts';
import { type Finding, warning } from './finding.ts';

const DAY = 24 * 3_600_000;
/** Days before the end of the API operator's password from which a warning is given. */
const SOON_DAYS = 14;
const IN_CONSOLE = 'In the console: Set Config of the school, Check';

/** Checks that each school has a paybill, whose configuration has passed M-Pesa's check since the last change. */
export function checkCollection({ database, now }: Facts): Finding[] | null {
  if ('unreachable' in database) return null;
  const without = database.schools.filter(({ collection }) => collection === null).map(({ name }) => name);
  return [
    ...(without.length === 0
      ? []
      : [
          warning(
            `M-Pesa payments cannot come in for ${listOf(without)}: no paybill is set.`,
            'In the console: Set Config of the school',
          ),
        ]),
    ...collecting(database).flatMap(({ name, collection }) => judge(name, collection, now)),
  ];
}

/** Notes, for each school that collects, when its configuration last passed M-Pesa's check. */
export function noteCollection({ database }: Facts): string[] {
  if ('unreachable' in database) return [];
  return collecting(database).flatMap(({ name, collection: { check } }) =>
    check?.passedAt ? [`${name}: its configuration passed M-Pesa’s check last on ${dayOf(check.passedAt)}.`] : [],
  );
}

function judge(name: string, { changedAt, check }: CollectionFacts, now: number): Finding[] {
  if (check === null) return [warning(`Nobody has checked the M-Pesa set-up of ${name} yet.`, IN_CONSOLE)];
  const found = (what: string) => [warning(`The payment configuration of ${name} ${what}.`, IN_CONSOLE)];
  if (changedAt > check.startedAt) return found('was changed since it was last checked');
  if (check.outcome === 'failed') return found(`did not pass M-Pesa’s check on ${dayOf(check.startedAt)}`);
  if (check.outcome === null) return found('was not checked completely');
  if (check.passwordEnds === null || check.passwordEnds - now > SOON_DAYS * DAY) return [];
  const days = Math.ceil((check.passwordEnds - now) / DAY);
  return [
    warning(
      days > 0
        ? `The M-Pesa API password of ${name} expires in ${days} days.`
        : `The M-Pesa API password of ${name} has expired.`,
      'Set a new one on the M-Pesa portal, and enter the credential made from it under Set Config',
    ),
  ];
}

function collecting({ schools }: DatabaseFacts): (SchoolFacts & { readonly collection: CollectionFacts })[] {
  return schools.flatMap((school) => (school.collection ? [{ ...school, collection: school.collection }] : []));
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Lists up to five names, and the number of the others. */
export function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
