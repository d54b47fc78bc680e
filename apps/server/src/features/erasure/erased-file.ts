import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { appendLine } from '../../platform/crypto/durable-files.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

const erasedLine = z.object({
  schoolSYSID: z.uuid(),
  studentSYSID: z.uuid(),
  pseudonym: z.string().regex(/^E-[0-9A-F]{12}$/),
  mac: z.string(),
});
/** An erased student, as stored in the file outside the database. */
export type Erased = Omit<z.output<typeof erasedLine>, 'mac'>;

/**
 * Returns the path of the file of erased students, which is not part of the database's copies, so that a restored old copy can be
 * erased again.
 */
export function erasedFile(dataDir: string): string {
  return join(dataDir, 'erased-students.ndjson');
}

/** Appends an erased student to the file; called after the commit. */
export function noteErased({ config, keys }: Pick<AppContext, 'config' | 'keys'>, erased: Erased): void {
  appendLine(erasedFile(config.dataDir), JSON.stringify({ ...erased, mac: macOf(keys, erased) }));
}

/** Reads the erased students. An incomplete line, or one that was not written with this server's key, is ignored. */
export function readErased({ config, keys }: Pick<AppContext, 'config' | 'keys'>): Erased[] {
  const file = erasedFile(config.dataDir);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const read = erasedLine.safeParse(parsed(line));
      if (!read.success) return [];
      const { mac, ...erased } = read.data;
      return mac === macOf(keys, erased) ? [erased] : [];
    });
}

function macOf(keys: AppContext['keys'], { schoolSYSID, studentSYSID, pseudonym }: Erased): string {
  return keys.digest('erased-student', `${schoolSYSID}:${studentSYSID}:${pseudonym}`).toString('hex');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // An incomplete line is ignored: the next start writes the student again from the database.
    return null;
  }
}
