import type { ParsedTarEntry } from 'modern-tar';
import type { z } from 'zod';
import { BackupError } from './errors.ts';

export const BROKEN = 'The backup is broken or cut off: take another copy of the file, or an earlier backup.';
/** Longest entry that is read in one piece: keys, and files of some megabytes. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Reads an entry of JSON. Throws BackupError where it is none, or another. */
export function parse<T>(schema: z.ZodType<T>, text: Buffer): T {
  try {
    return schema.parse(JSON.parse(text.toString()));
  } catch (error) {
    throw new BackupError(BROKEN, { cause: error });
  }
}

/** Bytes of an entry that is read in one piece. */
export async function readWhole({ header, body }: ParsedTarEntry): Promise<Buffer> {
  if (header.size > MOST_BYTES) throw new BackupError(BROKEN);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
