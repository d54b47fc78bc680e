import { troubleOf } from '../platform/wal-archive/state.ts';
import type { Facts } from './facts.ts';
import { error, type Finding, warning } from './finding.ts';

const HOUR = 3_600_000;
/** One is made each night; a day and a half is one that was missed. */
const OLD_MS = 36 * HOUR;

/** Backup: made each night, lately, and not on the disk that it is there for. */
export function checkBackup(facts: Facts): Finding[] {
  return [...checkFiles(facts), ...checkLogArchive(facts)];
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
      'PostgreSQL archives a piece of its log when it is full, however long that takes: as much would be lost.',
      "ALTER SYSTEM SET archive_timeout = '60s'; SELECT pg_reload_conf()",
    ),
  ];
}

function checkFiles({ backup: { folder, fault, newest, onDiskOfData }, now }: Facts): Finding[] {
  const again = 'mfuko backup makes one now, and says what stands in its way';
  if (folder === null)
    return [
      warning(
        'No backup is made by itself: what breaks this machine takes everything.',
        'Operations, Backups: mfuko backup --make-key, then set BACKUP_TO',
      ),
    ];
  if (fault !== null) return [error(fault, 'Plug the disk in; where the key was never made: mfuko backup --make-key')];
  if (newest === null) return [error(`There is no backup in ${folder} yet.`, again)];
  const findings: Finding[] = [];
  if (now - newest > OLD_MS)
    findings.push(error(`The last backup is ${Math.floor((now - newest) / HOUR)} hours old.`, again));
  if (onDiskOfData)
    findings.push(
      warning(
        `The backups in ${folder} are on the disk of the data: what breaks the one breaks the other.`,
        'Set BACKUP_TO to a folder of another disk or machine',
      ),
    );
  return findings;
}
