import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from './errors.ts';

type Bytes = ReadableStream<Uint8Array>;

/**
 * Writes a tar, compressed and encrypted to the recipients, to a new file with mode 0600. The file is flushed to disk when the
 * promise resolves.
 */
export async function writeEncrypted(tar: Bytes, file: string, recipients: readonly string[]): Promise<void> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const gzip = createGzip();
  const compressed = pipeline(Readable.fromWeb(tar), gzip);
  const encrypted = await encrypter.encrypt(Readable.toWeb(gzip) as Bytes);
  const written = pipeline(
    Readable.fromWeb(encrypted),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  // Either pipeline may fail first and then aborts the other. `Promise.all` rejects with the first error, which is the cause.
  await Promise.all([compressed, written]);
}

/**
 * Opens an encrypted file as a tar stream. Throws BackupError when none of the identities opens the file. The stream ends in an
 * error where a byte was changed or the end is missing.
 */
export async function openEncrypted(file: string, identities: readonly string[]): Promise<Bytes> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  let decrypted: Bytes;
  try {
    decrypted = await decrypter.decrypt(Readable.toWeb(createReadStream(file)) as Bytes);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BackupError(`There is no file ${file}.`);
    if (/identity/.test(message))
      throw new BackupError('The key does not open this backup: it was encrypted to another one.', { cause: error });
    throw new BackupError('The file is no backup, or its beginning is broken: take another copy of it.', {
      cause: error,
    });
  }
  const gunzip = createGunzip();
  // The reader of the stream receives the same error.
  pipeline(Readable.fromWeb(decrypted), gunzip).catch(() => undefined);
  return Readable.toWeb(gunzip) as Bytes;
}
