import { BackupError } from '../backup/errors.ts';

const SEGMENT = /^[0-9A-F]{24}$/;
/** Files that PostgreSQL hands to its archive_command: segments, the last one of a timeline that ended, labels of base backups, histories of timelines. */
const LOG_FILE = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;
const ARCHIVED = /^(.+)-([0-9a-f]{64})\.age$/;
const BASE = /^base-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9A-F]{24})\.age$/;
/** A point in time says its zone: the machine's own is not the school's. */
const POINT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** Folder of a log file below the archive: 256 segments each, so that none grows long. Throws BackupError for any other name. */
export function folderOf(name: string): string {
  if (!LOG_FILE.test(name)) throw new BackupError(`${name} is no file of a write-ahead log.`);
  return name.endsWith('.history') ? 'history' : name.slice(0, 16);
}

/** True for a segment as PostgreSQL reads it in recovery. */
export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

/** File name in the archive: with the hash of what was encrypted, by which the same is told from other content without the key. */
export function archivedName(name: string, sha256: string): string {
  return `${name}-${sha256}.age`;
}

/** Log file and hash by a file name of the archive; null for any other file, as one that was cut off. */
export function readArchivedName(file: string): { readonly name: string; readonly sha256: string } | null {
  const [, name, sha256] = ARCHIVED.exec(file) ?? [];
  return name === undefined || sha256 === undefined ? null : { name, sha256 };
}

/** Place of a segment in the log, whatever its timeline: later ones are greater. */
export function placeOf(segment: string): string {
  return segment.slice(8, 24);
}

export interface Base {
  readonly file: string;
  /** Moment from which on it can be used: when it was complete. */
  readonly madeAt: Date;
  /** First segment that it needs. */
  readonly start: string;
}

/** File name of a base backup. */
export function baseName(madeAt: Date, start: string): string {
  return `base-${madeAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${start}.age`;
}

/** Base backup of a file name; null for any other file. */
export function readBaseName(file: string): Base | null {
  const [, ...parts] = BASE.exec(file) ?? [];
  const start = parts.pop();
  const [year, month, day, hour, minute, second] = parts.map(Number);
  if (start === undefined || year === undefined || month === undefined) return null;
  return { file, madeAt: new Date(Date.UTC(year, month - 1, day, hour, minute, second)), start };
}

/** Point in time as somebody typed it. Throws BackupError where it has no zone, or is none. */
export function readPoint(text: string): Date {
  const time = new Date(
    text.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`),
  );
  if (!POINT.test(text) || Number.isNaN(time.getTime()))
    throw new BackupError(`${text} is no moment with its zone, such as 2026-11-27T13:45:00+03:00.`);
  return time;
}
