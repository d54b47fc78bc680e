import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Stores the simulator's state in a file: soon after each change, and on close. */
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

/** Reads the stored state; undefined where there is none, or it is unreadable. An unreadable file is renamed. */
export function readPersisted<Kept>(file: string | null, read: (kept: unknown) => Kept): Kept | undefined {
  if (file === null || !existsSync(file)) return undefined;
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Keeps the unreadable file under another name, and starts with a new state.
    renameSync(file, `${file}.unreadable`);
    return undefined;
  }
}
