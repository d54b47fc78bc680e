import type { ParsedTarEntry } from 'modern-tar';
import type { z } from 'zod';
import { BackupError } from './errors.ts';

export const BROKEN = 'The backup is broken or cut off: take another copy of the file, or an earlier backup.';
/** Size limit of an entry that is read into memory as a whole: keys, and files of a few megabytes. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Parses a JSON entry. Throws BackupError where the text is no JSON or does not match the schema. */
export function parse<T>(schema: z.ZodType<T>, text: Buffer): T {
  try {
    return schema.parse(JSON.parse(text.toString()));
  } catch (error) {
    throw new BackupError(BROKEN, { cause: error });
  }
}

/** Reads the whole body of an entry. Throws BackupError above `MAX_BYTES`. */
export async function readWhole({ header, body }: ParsedTarEntry): Promise<Buffer> {
  if (header.size > MAX_BYTES) throw new BackupError(BROKEN);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
