import { createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openEncrypted } from '../backup/age-file.ts';
import { BackupError } from '../backup/errors.ts';
import { contentsOf, hashOf, logFolder } from './archive.ts';
import { folderOf, isSegment, placeOf, readArchivedName } from './names.ts';

/**
 * Fetches a WAL file from the archive to a path. Returns false where the archive ends before that file, which ends PostgreSQL's
 * recovery. Throws BackupError where ending there would be wrong: later segments exist, the key does not fit, or the content is
 * damaged.
 */
export async function fetchFile({
  name,
  path,
  archive,
  identities,
}: {
  name: string;
  path: string;
  archive: string;
  identities: readonly string[];
}): Promise<boolean> {
  const log = logFolder(archive);
  const [found, other] = contentsOf(join(log, folderOf(name)), name);
  if (found === undefined) {
    const later = isSegment(name) ? laterThan(log, name) : undefined;
    if (later === undefined) return false;
    throw new BackupError(
      `${name} is missing in the archive, and later ones are there (${later}): recovery cannot go past it. Look for it in another copy ` +
        'of the archive, or recover to a time before.',
    );
  }
  if (other !== undefined)
    throw new BackupError(`${name} is in the archive twice, with different content: ${found.file}, ${other.file}.`);
  const draft = `${path}.part`;
  try {
    const content = await openEncrypted(found.file, identities);
    try {
      await pipeline(Readable.fromWeb(content), createWriteStream(draft, { mode: 0o600, flush: true }));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code?.startsWith('E') && !code.startsWith('ERR_')) throw error;
      throw damaged(found.file, error);
    }
    if ((await hashOf(draft)) !== found.sha256) throw damaged(found.file);
    renameSync(draft, path);
    return true;
  } finally {
    rmSync(draft, { force: true });
  }
}

function damaged(file: string, cause?: unknown): BackupError {
  return new BackupError(`${file} is broken or cut off: take it from another copy of the archive.`, { cause });
}

/** Returns any later segment of the same timeline; undefined where there is none. */
function laterThan(log: string, segment: string): string | undefined {
  if (!existsSync(log)) return undefined;
  const timeline = segment.slice(0, 8);
  const folders = readdirSync(log).filter((each) => each.startsWith(timeline) && each >= segment.slice(0, 16));
  for (const folder of folders) {
    for (const file of readdirSync(join(log, folder))) {
      const { name = '' } = readArchivedName(file) ?? {};
      if (isSegment(name) && placeOf(name) > placeOf(segment)) return name;
    }
  }
  return undefined;
}
