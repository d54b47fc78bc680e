import { BackupError } from '../backup/errors.ts';

const SEGMENT = /^[0-9A-F]{24}$/;
/**
 * Files that PostgreSQL passes to its archive_command: segments, the partial last one of a timeline, backup labels, timeline histories.
 */
const LOG_FILE = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;
const ARCHIVED = /^(.+)-([0-9a-f]{64})\.age$/;
const BASE = /^base-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9A-F]{24})\.age$/;
/** Point in time, which must include its time zone: the machine's zone may differ from the school's. */
const POINT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** Returns the archive folder of a WAL file: 256 segments per folder, to limit its size. Throws BackupError for any other name. */
export function folderOf(name: string): string {
  if (!LOG_FILE.test(name)) throw new BackupError(`${name} is no file of a write-ahead log.`);
  return name.endsWith('.history') ? 'history' : name.slice(0, 16);
}

/** Returns true for the name of a complete segment. */
export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

/** Returns the file name in the archive. It contains the hash of the plaintext, which allows a comparison without the key. */
export function archivedName(name: string, sha256: string): string {
  return `${name}-${sha256}.age`;
}

/** Parses an archive file name into WAL file and hash; null for any other file, such as an incomplete one. */
export function readArchivedName(file: string): { readonly name: string; readonly sha256: string } | null {
  const [, name, sha256] = ARCHIVED.exec(file) ?? [];
  return name === undefined || sha256 === undefined ? null : { name, sha256 };
}

/** Returns the position of a segment in the WAL, regardless of its timeline: later segments compare greater. */
export function placeOf(segment: string): string {
  return segment.slice(8, 24);
}

export interface Base {
  readonly file: string;
  /** Time at which the backup was complete; recovery to an earlier time is not possible. */
  readonly madeAt: Date;
  /** First WAL segment that a recovery needs. */
  readonly start: string;
}

/** Returns the file name of a base backup. */
export function baseName(madeAt: Date, start: string): string {
  return `base-${madeAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${start}.age`;
}

/** Parses the file name of a base backup; null for any other file. */
export function readBaseName(file: string): Base | null {
  const [, ...parts] = BASE.exec(file) ?? [];
  const start = parts.pop();
  const [year, month, day, hour, minute, second] = parts.map(Number);
  if (start === undefined || year === undefined || month === undefined) return null;
  return { file, madeAt: new Date(Date.UTC(year, month - 1, day, hour, minute, second)), start };
}

/** Parses a typed point in time. Throws BackupError where it is invalid or has no time zone. */
export function readPoint(text: string): Date {
  const time = new Date(
    text.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`),
  );
  if (!POINT.test(text) || Number.isNaN(time.getTime()))
    throw new BackupError(`${text} is no moment with its zone, such as 2026-11-27T13:45:00+03:00.`);
  return time;
}
