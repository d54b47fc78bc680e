import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from './errors.ts';

type Bytes = ReadableStream<Uint8Array>;

/** Writes a tar to a new file that only its owner reads, compressed and encrypted to the recipients. It stands on the disk when this returns. */
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
  // Either may fail first, and takes the other with it; the first says why.
  await Promise.all([compressed, written]);
}

/**
 * Opens an encrypted file as a tar. Throws BackupError where none of the identities opens it; where a byte is not as it was
 * encrypted, or the end is missing, the stream ends in an error.
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
  // The reader of the stream hears of it.
  pipeline(Readable.fromWeb(decrypted), gunzip).catch(() => undefined);
  return Readable.toWeb(gunzip) as Bytes;
}
