import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Where the simulator's world outlives it. Written soon after each change, and at the end. */
export function keepIn(file: string | null, world: () => unknown): { changed(): void; close(): void } {
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

export function readKept(file: string | null): unknown {
  return file !== null && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
}
