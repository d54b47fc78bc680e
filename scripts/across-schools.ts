/**
 * Finds the server's files that open a platform transaction. Row-level security shows such a transaction rows of every school, in the
 * tables that `scripts/table-places.ts` opens to it; all others see one school. `docs/many-servers.md` documents what each of these files
 * reads.
 */
const OPENS = /\.(?:inPlatform|readPlatform|askPlatform)\s*[(<]/;
/** The implementation itself, and the demo seed, which creates its own schools. */
const WAYS = /^apps\/server\/src\/(?:platform\/(?:database|tracing)|seed)\//;
const SECTION = 'What reads more than one school';

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Finds files that open a platform transaction but are not in the section's table, and files in the table that open none. */
export function findUntold(sources: readonly Source[], document: string): string[] {
  const told = readTold(document);
  const opening = sources.filter(({ file, text }) => !WAYS.test(file) && OPENS.test(text)).map(({ file }) => file);
  const at = `docs/many-servers.md, "${SECTION}"`;
  return [
    ...opening
      .filter((file) => !told.includes(file))
      .map((file) => `${file} opens a transaction of the platform: say in ${at} what it reads of which schools`),
    ...told
      .filter((file) => !opening.includes(file))
      .map((file) => `${file} of ${at} opens no transaction of the platform`),
    ...told.filter((file, place) => told.indexOf(file) !== place).map((file) => `${file} stands twice in ${at}`),
  ];
}

/** Reads the files in the first column of the section's table. */
function readTold(document: string): string[] {
  const [, section = ''] = new RegExp(`^## ${SECTION}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(document) ?? [];
  return [...section.matchAll(/^\| ([^|]*\.ts`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => `apps/server/src/${name}`),
  );
}
