import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { writeOnce } from '../crypto/durable-files.ts';
import { commandLine } from '../process/command-line.ts';
import { BackupError } from './errors.ts';
import { isRecipient } from './recipient.ts';

const IDENTITY = /AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/;

/** Returns the path of the recipient that `npm run backup -- --make-key` has stored. The recipient is a public key. */
function recipientFile(dataDir: string): string {
  return join(dataDir, 'backup-recipient.txt');
}

/**
 * Returns the recipients of the backups: those of BACKUP_RECIPIENT, otherwise the stored one; an empty list when neither exists.
 */
export function recipientsOf({ dataDir, given }: { dataDir: string; given: readonly string[] }): readonly string[] {
  if (given.length > 0) return given.map(checked);
  try {
    return [checked(readFileSync(recipientFile(dataDir), 'utf8').trim())];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function checked(recipient: string): string {
  if (isRecipient(recipient)) return recipient;
  throw new BackupError(`BACKUP_RECIPIENT must be what ${commandLine('backup', '--make-key')} has printed: age1…`);
}

/** Generates a key pair and stores its public half. Throws BackupError when a stored key exists already. */
export async function makeBackupKey(dataDir: string): Promise<{ identity: string; recipient: string }> {
  const pair = await makePair();
  const file = recipientFile(dataDir);
  writeOnce(file, `${pair.recipient}\n`);
  if (readFileSync(file, 'utf8').trim() === pair.recipient) return pair;
  throw new BackupError(
    `There is a key already, and ${file} has its public half: a second one would not open the earlier backups. To begin ` +
      'with a new key, move that file away first, and keep the old key for as long as its backups are kept.',
  );
}

/**
 * Stores the public half of a secret key, to which backups are encrypted from then on, and returns it. Changes nothing and returns null
 * where there is a recipient already: BACKUP_RECIPIENT or a stored one.
 */
export async function keepRecipient(
  { dataDir, given }: { dataDir: string; given: readonly string[] },
  identity: string,
): Promise<string | null> {
  if (given.length > 0 || existsSync(recipientFile(dataDir))) return null;
  const recipient = await identityToRecipient(identity);
  writeOnce(recipientFile(dataDir), `${recipient}\n`);
  return recipient;
}

/** Generates an X25519 key pair, which every release of the age program supports. */
export async function makePair(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/**
 * Returns the secret key that a file contains, with any text around the key. Throws BackupError when there is none; the error
 * does not quote the file.
 */
export function readIdentity(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new BackupError(`The file of --identity cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`);
  }
  const [identity] = IDENTITY.exec(text.toUpperCase()) ?? [];
  if (identity === undefined)
    throw new BackupError(`There is no secret key in ${file}: it has a line that begins with AGE-SECRET-KEY-1.`);
  return checkedIdentity(identity, `The secret key in ${file}`);
}

/**
 * Parses a secret key that was typed from a paper, in lower case or in groups too, and derives its public half. Throws
 * BackupError when the text is no valid key; the error does not quote the text.
 */
export async function readTypedIdentity(text: string): Promise<{ identity: string; recipient: string }> {
  const [typed] = IDENTITY.exec(text.toUpperCase().replace(/\s/g, '')) ?? [];
  if (typed === undefined)
    throw new BackupError('That is no secret key: it begins with AGE-SECRET-KEY-1, and 58 letters and digits follow.');
  const identity = checkedIdentity(typed, 'The key');
  return { identity, recipient: await identityToRecipient(identity) };
}

function checkedIdentity(identity: string, what: string): string {
  try {
    new Decrypter().addIdentity(identity);
    return identity;
  } catch {
    // The library's message may quote the key.
    throw new BackupError(`${what} has a character that is wrong: compare it with the paper.`);
  }
}
