import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Moves the tests' temporary files to memory if the machine has room there: a test database has 800 files, which a disk's file system
 * takes many times longer to copy and to remove. Programs that the tests start reuse compiled sources of earlier runs.
 */
export function prepareTestEnvironment(): void {
  if (process.env.TMPDIR === undefined && freeBytes() >= ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'mfuko-compiled');
}

/** Number of parallel journeys: the usual number, or E2E_AT_ONCE if set. */
export function journeysAtOnce(usual: number): number {
  return Number(process.env.E2E_AT_ONCE ?? usual);
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
