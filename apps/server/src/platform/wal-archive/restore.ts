import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openEncrypted } from '../backup/age-file.ts';
import { BackupError } from '../backup/errors.ts';
import { flush } from '../crypto/durable-files.ts';
import { baseBefore } from './base.ts';
import { type Base, readPoint } from './names.ts';

/** Words that need no quotes in a command line and in a settings file. */
const PLAIN = /^[\w./@:+-]+$/;

export interface RestoreOptions {
  readonly archive: string;
  readonly into: string;
  /** File with the secret key; it is read again for each segment. */
  readonly identityFile: string;
  readonly identity: string;
  /** Recovery target time with its zone; null recovers to the end of the archive. */
  readonly point: string | null;
  /** File name of the base backup to start from; null selects the newest before the target. */
  readonly base: string | null;
  /** Program that fetches a WAL file, with its first arguments. */
  readonly fetch: readonly string[];
}

/**
 * Extracts a base backup into an empty folder, and adds the settings by which PostgreSQL fetches the WAL and stops at the target time.
 * The operator starts PostgreSQL. Throws BackupError where the folder is not empty: nothing is ever overwritten.
 */
export async function layOut(options: RestoreOptions): Promise<Base> {
  const { archive, into, identity, point } = options;
  const base = baseBefore(archive, point === null ? null : readPoint(point), options.base);
  const settings = recoverySettings(options);
  if (existsSync(into) && readdirSync(into).length > 0)
    throw new BackupError(`${into} is not empty: move what is in it away first. Nothing was changed.`);
  const tar = await openEncrypted(join(archive, 'base', base.file), [identity]);
  mkdirSync(into, { recursive: true, mode: 0o700 });
  await unpack(Readable.fromWeb(tar), into);
  if (!existsSync(join(into, 'backup_label')))
    throw new BackupError(`${base.file} has no label: it is no base backup.`);
  appendFileSync(join(into, 'postgresql.auto.conf'), settings);
  // Without this file PostgreSQL would treat the base backup as a crash, and stop at the time when the backup was made.
  writeFileSync(join(into, 'recovery.signal'), '', { mode: 0o600 });
  flush(into);
  return base;
}

/** Returns the recovery settings that are appended to postgresql.auto.conf, where the last value of a setting wins. */
export function recoverySettings({
  archive,
  identityFile,
  point,
  fetch,
}: Omit<RestoreOptions, 'into' | 'identity' | 'base'>): string {
  const words = [...fetch, '--from', resolve(archive), '--identity', resolve(identityFile)];
  const odd = words.find((word) => !PLAIN.test(word));
  if (odd !== undefined)
    throw new BackupError(`The path ${odd} has a sign that means something to a shell: move it to a plain one.`);
  // Exit code 3 means the end of the archive. Any other failure stops PostgreSQL, so that a wrong key is not taken for the end.
  const command = `${words.join(' ')} %f %p; case $? in 0) exit 0;; 3) exit 1;; *) exit 126;; esac`;
  const lines = [
    `restore_command = '${command}'`,
    ...(point === null ? [] : [`recovery_target_time = '${point}'`, `recovery_target_action = 'promote'`]),
    `recovery_target_timeline = 'latest'`,
    // No client can connect before the recovery is complete.
    `hot_standby = 'off'`,
    // A copy that was restored for a test must not archive into the production archive.
    `archive_mode = 'off'`,
  ];
  return `\n${lines.join('\n')}\n`;
}

async function unpack(tar: Readable, into: string): Promise<void> {
  // Zero blocks mark the end of a tar. --ignore-zeros also reads what follows them; otherwise the writer would fail with a broken pipe.
  const child = spawn('tar', ['--extract', '--ignore-zeros', '--directory', into], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = new Promise<number>((done, fail) => {
    child.on('close', (code) => done(code ?? 1));
    child.on('error', fail);
  });
  const [fed, code] = await Promise.allSettled([pipeline(tar, child.stdin), ended]);
  if (fed.status === 'rejected' || code.status === 'rejected' || code.value !== 0)
    throw new BackupError(`The base backup could not be laid out in ${into}: it is broken, or there is no room.`, {
      cause: fed.status === 'rejected' ? fed.reason : undefined,
    });
}
