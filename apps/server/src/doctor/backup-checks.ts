import { troubleOf } from '../platform/wal-archive/state.ts';
import type { Facts } from './facts.ts';
import { error, type Finding, warning } from './finding.ts';

const HOUR = 3_600_000;
/** Age of a backup, made nightly, from which one was missed. */
const OLD_MS = 36 * HOUR;
const DAY = 24 * HOUR;
/** Age of the last proof of the paper key: a yearly exercise, with a month of tolerance. */
const PROVEN_MS = 400 * DAY;

/** Checks that a recent backup exists, on another disk than the data. */
export function checkBackup(facts: Facts): Finding[] {
  return [...checkFiles(facts), ...checkCopies(facts), ...checkPaper(facts), ...checkLogArchive(facts)];
}

/** Checks that recent copies exist in a place that a fire at the machine does not reach. */
function checkCopies({ backup: { folder, copyTo, copyOnSameDisk }, database, now }: Facts): Finding[] {
  if (folder === null) return [];
  if (copyTo === null)
    return [
      warning(
        'Backups are not copied to another place automatically: a fire or a thief takes the machine and the backups together.',
        'Operations, Backups: set BACKUP_COPY_TO to a folder on another machine, or on a disk that is taken elsewhere',
      ),
    ];
  if (copyOnSameDisk)
    return [
      error(
        `The copies in ${copyTo} are on a disk of this machine that already holds the backups or the data.`,
        'Mount the other disk or machine, and set BACKUP_COPY_TO to a folder on it',
      ),
    ];
  if ('unreachable' in database) return [];
  const { copied } = database.backupMarks;
  const again = 'mfuko backup-copy copies now, or says why it cannot';
  if (copied === null) return [error(`No backup was copied to ${copyTo} yet.`, again)];
  if (now - copied <= OLD_MS) return [];
  return [error(`The newest backup in ${copyTo} is ${Math.floor((now - copied) / HOUR)} hours old.`, again)];
}

/** Checks that the secret key on paper was proven, so that a wrong copy is found before it is needed. */
function checkPaper({ backup: { folder, newest, recipients }, database, now }: Facts): Finding[] {
  if (folder === null || newest === null || 'unreachable' in database) return [];
  const last = Math.max(0, ...recipients.map((recipient) => database.backupMarks.proven.get(recipient) ?? 0));
  const prove = 'Get the paper: mfuko backup-prove asks for the key and does not show it';
  if (last === 0)
    return [
      warning(
        'Nobody has checked that the paper with the secret key of the backups is right: without it no backup can be opened.',
        prove,
      ),
    ];
  if (now - last <= PROVEN_MS) return [];
  return [
    warning(
      `The paper with the secret key of the backups was last checked ${Math.floor((now - last) / DAY)} days ago.`,
      prove,
    ),
  ];
}

function checkLogArchive({ database, settings, now }: Facts): Finding[] {
  if ('unreachable' in database) return [];
  const { logArchive: archive } = database;
  const trouble = troubleOf(archive, settings.config.expectLogArchive, now);
  if (trouble === 'off')
    return [error('PostgreSQL does not archive its log (archive_mode=off).', 'Operations, Point in time')];
  if (trouble === 'old')
    return [
      error(
        `PostgreSQL has archived nothing of its log for ${Math.floor((now - archive.lastAt) / 60_000)} minutes` +
          `${archive.failing ? ', and its last try failed' : ''}: that much would be lost, and its disk fills up.`,
        "PostgreSQL's log says why. Operations, Point in time",
      ),
    ];
  if (trouble === null) return [];
  return [
    warning(
      'PostgreSQL archives a log file only when it is full, however long that takes: everything since then would be lost.',
      "ALTER SYSTEM SET archive_timeout = '60s'; SELECT pg_reload_conf()",
    ),
  ];
}

function checkFiles({ backup: { folder, fault, newest, onDiskOfData }, now }: Facts): Finding[] {
  const again = 'mfuko backup makes one now, or says why it cannot';
  if (folder === null)
    return [
      warning(
        'No backups are made: if this machine breaks, everything is lost.',
        'Operations, Backups: mfuko backup --make-key, then set BACKUP_TO',
      ),
    ];
  if (fault !== null) return [error(fault, 'Plug the disk in; if the key was never made: mfuko backup --make-key')];
  if (newest === null) return [error(`There is no backup in ${folder} yet.`, again)];
  const findings: Finding[] = [];
  if (now - newest > OLD_MS)
    findings.push(error(`The last backup is ${Math.floor((now - newest) / HOUR)} hours old.`, again));
  if (onDiskOfData)
    findings.push(
      warning(
        `The backups in ${folder} are on the same disk as the data: if it breaks, both are lost.`,
        'Set BACKUP_TO to a folder on another disk or machine',
      ),
    );
  return findings;
}
