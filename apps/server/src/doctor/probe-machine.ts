import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes } from '../platform/process/disk-space.ts';
import type { MachineFacts } from './facts.ts';

export async function probeMachine(dataDir: string): Promise<MachineFacts> {
  const folder = statOf(dataDir);
  const keys = statOf(join(dataDir, 'keys'));
  return {
    nodeVersion: process.versions.node,
    dataDir,
    folder: folder?.isDirectory()
      ? { mode: folder.mode & 0o777, owner: folder.uid, freeBytes: await freeBytes(dataDir) }
      : null,
    keys: keys && { mode: keys.mode & 0o777 },
    user: process.getuid?.() ?? 0,
  };
}

/** Returns the file's status; null where the file is missing or not accessible. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    // The finding covers both cases.
    return null;
  }
}
