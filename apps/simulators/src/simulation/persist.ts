import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Persist: where the simulator's world outlives it. Written soon after each change, and at the end. */
export function persistIn(file: string | null, world: () => unknown): { changed(): void; close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (file === null) return;
    const aside = `${file}.${process.pid}`;
    writeFileSync(aside, JSON.stringify(world()), { mode: 0o600 });
    renameSync(aside, file);
  };
  return {
    changed() {
      timer ??= setTimeout(write, 100);
    },
    close: write,
  };
}

/** Reads what was kept; undefined where there is nothing, or nothing that can be read, which is put aside. */
export function readPersisted<Kept>(file: string | null, read: (kept: unknown) => Kept): Kept | undefined {
  if (file === null || !existsSync(file)) return undefined;
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // A world that cannot be read is put aside, and a new one begins.
    renameSync(file, `${file}.unreadable`);
    return undefined;
  }
}
