import { listOf } from './collection-checks.ts';
import type { DatabaseFacts, Facts } from './facts.ts';
import { error, type Finding, warning } from './finding.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Delay from which a due job counts as late; the worker normally takes it within seconds. */
const LATE_MS = 15 * 60_000;

type Judge = (database: DatabaseFacts, facts: Facts) => Finding[];

/** Wraps a check of database facts so that it returns null where the database is unreachable: that is one finding, not ten. */
export const ofDatabase =
  (judge: Judge) =>
  (facts: Facts): Finding[] | null =>
    'unreachable' in facts.database ? null : judge(facts.database, facts);

export function checkDatabase({ database, server }: Facts): Finding[] {
  if (!('unreachable' in database)) return [];
  const remedy =
    server === null
      ? 'systemctl restart mfuko, then: journalctl -u mfuko -n 20 --no-pager'
      : 'Operations, When it does not start';
  return [error(`The database does not answer: ${database.unreachable}.`, remedy)];
}

export const checkDurability = ofDatabase(({ forgetful }) =>
  forgetful.map((name) =>
    error(
      `PostgreSQL runs with ${name}=off: a power cut loses payments that were acknowledged.`,
      `Set ${name}=on and restart PostgreSQL`,
    ),
  ),
);

export const checkMigrations = ofDatabase(({ pending, unknown }) => [
  ...(pending.length > 0
    ? [
        error(
          `The database lacks ${countOf(pending.length, 'migration')} of this version.`,
          'systemctl restart mfuko, which applies them',
        ),
      ]
    : []),
  ...(unknown.length > 0
    ? [
        error(
          `The database has ${unknown[0]}, which this version does not know: the database is newer.`,
          'Install the newer version that ran here before',
        ),
      ]
    : []),
]);

export const checkPeople = ofDatabase(({ admins, demoUsers }, { settings }) => [
  ...(admins === 0
    ? [
        warning(
          'There is no Admin, so nobody can sign in.',
          'mfuko admin-create --phone 2547XXXXXXXX --first NAME --last NAMES --backup-codes',
        ),
      ]
    : []),
  ...(demoUsers > 0 && settings.production
    ? [error('The database has the demo users, whose phone numbers everyone knows.', 'Start on a new database')]
    : []),
]);

/** Checks that no job was given up, and that the worker takes due jobs. */
export const checkJobs = ofDatabase(({ jobs }, { now }) => [
  ...(jobs.failed.length > 0
    ? [
        warning(
          `Jobs failed at their last attempt: ${listOf(jobs.failed)}.`,
          'journalctl -u mfuko shows the cause of each ("the last"); call support with it',
        ),
      ]
    : []),
  ...(jobs.oldestDue !== null && now - jobs.oldestDue > LATE_MS
    ? [error('Jobs have been due for more than 15 minutes: the worker does not run them.', 'systemctl restart mfuko')]
    : []),
]);

/** Checks the findings of the last book verification, and that one has run recently. */
export const checkBooks = ofDatabase(({ schools }, { now }) =>
  schools.flatMap(({ name, findings, difference, verifiedAt, createdAt }) => {
    if (findings > 0 || difference !== 0n)
      return [
        error(`The books of ${name} are not in order.`, 'mfuko ledger-verify and the Books screen show each row'),
      ];
    if (now - (verifiedAt ?? createdAt) <= 3 * DAY) return [];
    return [
      warning(
        `The books of ${name} have not been verified for three days.`,
        'Leave the machine on overnight, or run: mfuko ledger-verify',
      ),
    ];
  }),
);

/**
 * Checks that each school with enrolled fingers limits the amount by finger alone, because no reader can tell a copied finger from a
 * living one.
 */
export const checkFingers = ofDatabase(({ schools }) => {
  const without = schools.filter(({ fingersUnlimited }) => fingersUnlimited).map(({ name }) => name);
  if (without.length === 0) return [];
  return [
    warning(
      `A finger alone pays out any amount in ${listOf(without)}: readers cannot detect a copied finger.`,
      'In the console: Rules and Fees of the school, the maximum by finger alone',
    ),
  ];
});

export const checkAudit = ofDatabase(({ oldestUnsealed }, { now }) =>
  oldestUnsealed !== null && now - oldestUnsealed > HOUR
    ? [
        error(
          'The audit trail has not been sealed for more than an hour: the worker is not running.',
          'systemctl restart mfuko, then: mfuko audit-verify',
        ),
      ]
    : [],
);

export const checkMessages = ofDatabase(({ smsStopped }) =>
  smsStopped
    ? [
        error(
          'Text messages are on hold: the account at the provider is empty or unknown.',
          'Check the account at Africa’s Talking, then in the console: Messages, Send again',
        ),
      ]
    : [],
);

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
