import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeEncrypted } from '../backup/age-file.ts';
import { BackupError } from '../backup/errors.ts';
import { flush, makeFolder } from '../crypto/durable-files.ts';
import { logFolder } from './archive.ts';
import { type Base, baseName, readBaseName } from './names.ts';

/** Label of a base backup, which PostgreSQL sends first; it names the first WAL segment that a recovery needs. */
const START = /START WAL LOCATION: [0-9A-F/]+ \(file ([0-9A-F]{24})\)/;
const LABEL_BYTES = 4_096;

export interface BaseOptions {
  readonly archive: string;
  readonly recipients: readonly string[];
  /** Program with arguments that writes the tar of a base backup to standard output. */
  readonly command: readonly string[];
  readonly now?: () => Date;
}

/**
 * Stores a base backup, encrypted as a stream: no plaintext reaches a disk. The file gets its name only when the program has exited
 * successfully, because half a tar may look complete.
 */
export async function storeBase({ archive, recipients, command, now = () => new Date() }: BaseOptions): Promise<Base> {
  logFolder(archive);
  const folder = join(archive, 'base');
  makeFolder(folder, 0o700);
  const draft = join(folder, `base.${process.pid}.part`);
  rmSync(draft, { force: true });
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'killed'));
    child.on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.name));
  });
  const label = watchLabel();
  try {
    const tar = Readable.toWeb(child.stdout.pipe(label.stream)) as ReadableStream<Uint8Array>;
    await writeEncrypted(tar, draft, recipients);
    const outcome = await ended;
    if (outcome !== 0) throw new BackupError(`${program} did not make a base backup (${outcome}); nothing was stored.`);
    const start = START.exec(label.text())?.[1];
    if (start === undefined)
      throw new BackupError(
        `What ${program} wrote is no base backup: it does not begin with its label. Nothing was stored.`,
      );
    const file = baseName(now(), start);
    renameSync(draft, join(folder, file));
    flush(folder);
    return readBaseName(file) as Base;
  } finally {
    child.kill();
    rmSync(draft, { force: true });
  }
}

function watchLabel(): { stream: Transform; text: () => string } {
  let begun = Buffer.alloc(0);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (begun.length < LABEL_BYTES) begun = Buffer.concat([begun, chunk.subarray(0, LABEL_BYTES)]);
      done(null, chunk);
    },
  });
  return { stream, text: () => begun.toString('latin1') };
}

/** Lists the base backups of an archive, newest first. */
export function listBases(archive: string): Base[] {
  logFolder(archive);
  const folder = join(archive, 'base');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .flatMap((file) => readBaseName(file) ?? [])
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/**
 * Returns the newest base backup that was complete at a given time, or the one with that name. Throws BackupError where there is none.
 */
export function baseBefore(archive: string, moment: Date | null, name: string | null = null): Base {
  const bases = listBases(archive);
  const base = bases.find(
    ({ file, madeAt }) => (moment === null || madeAt <= moment) && (name === null || name === file),
  );
  if (base) return base;
  if (name !== null) throw new BackupError(`${name} is not in ${archive}, or was not complete then.`);
  const oldest = bases.at(-1);
  throw new BackupError(
    oldest === undefined
      ? `There is no base backup in ${archive}.`
      : `No base backup was complete then: the oldest is of ${oldest.madeAt.toISOString()}.`,
  );
}
