import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { writeEncrypted } from '../backup/age-file.ts';
import { BackupError } from '../backup/errors.ts';
import { flush, makeFolder } from '../crypto/durable-files.ts';
import { archivedName, folderOf, readArchivedName } from './names.ts';

/**
 * Returns the WAL folder of an archive. Throws BackupError where the archive does not exist: it is never created, since without its
 * disk it would fill the machine's own.
 */
export function logFolder(archive: string): string {
  if (!existsSync(archive))
    throw new BackupError(`The folder of the archive is not there: ${archive}. Is its disk plugged in?`);
  return join(archive, 'wal');
}

/**
 * Archives a WAL file, encrypted; the file is flushed to disk when this returns, and PostgreSQL may recycle it. The same content again,
 * as after a power cut, counts as done. Throws BackupError where the name exists with other content: two servers, or a copy restored
 * for a test, archive to one folder, and one would destroy the other's recovery.
 */
export async function archiveFile({
  path,
  name,
  archive,
  recipients,
}: {
  path: string;
  name: string;
  archive: string;
  recipients: readonly string[];
}): Promise<void> {
  const folder = join(logFolder(archive), folderOf(name));
  const sha256 = await hashOf(path);
  if (refuseOther(folder, name, sha256)) return flush(folder);
  makeFolder(folder, 0o700);
  const draft = join(folder, `${name}.${process.pid}.part`);
  rmSync(draft, { force: true });
  try {
    await writeEncrypted(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>, draft, recipients);
    renameSync(draft, join(folder, archivedName(name, sha256)));
    flush(folder);
  } finally {
    rmSync(draft, { force: true });
  }
  // Detects another server that archived the same name meanwhile.
  refuseOther(folder, name, sha256);
}

/** Returns the archived contents of a WAL file name: more than one only after a conflict. */
export function contentsOf(folder: string, name: string): { readonly file: string; readonly sha256: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) => {
    const found = readArchivedName(file);
    return found?.name === name ? [{ file: join(folder, file), sha256: found.sha256 }] : [];
  });
}

function refuseOther(folder: string, name: string, sha256: string): boolean {
  const there = contentsOf(folder, name);
  if (there.some((each) => each.sha256 !== sha256))
    throw new BackupError(
      `${name} is in the archive already, with other content: does another server archive to ${folder}? Nothing was written over.`,
    );
  return there.length > 0;
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
