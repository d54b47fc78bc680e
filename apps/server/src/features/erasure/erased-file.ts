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
/** A student who was erased, as the file outside the database knows them. */
export type Erased = Omit<z.output<typeof erasedLine>, 'mac'>;

/** The file of the erased, beside the database and not in its copies: an old copy that is restored is erased again by it. */
export function erasedFile(dataDir: string): string {
  return join(dataDir, 'erased-students.ndjson');
}

/** Notes a student who was erased, once that has committed. */
export function noteErased({ config, keys }: Pick<AppContext, 'config' | 'keys'>, erased: Erased): void {
  appendLine(erasedFile(config.dataDir), JSON.stringify({ ...erased, mac: macOf(keys, erased) }));
}

/** The students of the file. A line that is torn, or that this installation's key did not write, erases nobody. */
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
    // A torn line is none: the start that follows writes it anew from the database.
    return null;
  }
}
