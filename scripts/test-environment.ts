import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Temporary files of the tests go to memory where the machine has room there: a test database is 800 files, which a disk's file
 * system takes many times as long to copy and to remove. Programs that the tests start find what earlier ones made of the source.
 */
export function prepareTestEnvironment(): void {
  if (process.env.TMPDIR === undefined && freeBytes() >= ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'mfuko-compiled');
}

/** Journeys beside each other: as many as usual, or as E2E_AT_ONCE says. */
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
