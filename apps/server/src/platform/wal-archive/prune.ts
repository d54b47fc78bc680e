import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { logFolder } from './archive.ts';
import { listBases } from './base.ts';
import { placeOf, readArchivedName } from './names.ts';

/**
 * Deletes base backups beyond the newest `keep`, and the WAL that only they needed. Without any base backup nothing is deleted.
 * Timeline histories are kept: they are small, and any recovery may need them.
 */
export function pruneArchive(archive: string, keep: number): { bases: number; files: number } {
  const bases = listBases(archive);
  const kept = bases.slice(0, keep);
  if (kept.length === 0) return { bases: 0, files: 0 };
  const gone = bases.slice(keep);
  // Deletes base backups before WAL: an interruption then leaves too much WAL, never a base backup without its own.
  for (const { file } of gone) rmSync(join(archive, 'base', file), { force: true });
  const first = kept.map(({ start }) => placeOf(start)).sort()[0] ?? '';
  return { bases: gone.length, files: pruneLog(logFolder(archive), first) };
}

function pruneLog(log: string, first: string): number {
  let files = 0;
  for (const folder of existsSync(log) ? readdirSync(log) : []) {
    // The WAL log number is the last eight characters of a folder's name and the first eight of a position.
    if (folder === 'history' || folder.slice(8) > first.slice(0, 8)) continue;
    const all = readdirSync(join(log, folder));
    const old = all.filter((file) => {
      const { name } = readArchivedName(file) ?? {};
      return name !== undefined && placeOf(name) < first;
    });
    for (const file of old) rmSync(join(log, folder, file), { force: true });
    files += old.length;
    if (old.length > 0 && old.length === all.length) rmdirSync(join(log, folder));
  }
  return files;
}
