/**
 * Files of the server that open a transaction of the platform. Row-level security shows them rows of every school, of the tables that
 * `scripts/table-places.ts` opens to it; all others see one school. `docs/many-servers.md` tells of each what it reads there.
 */
const OPENS = /\.(?:inPlatform|readPlatform|askPlatform)\s*[(<]/;
/** The way itself, and the demonstration, which makes its schools. */
const WAYS = /^apps\/server\/src\/(?:platform\/(?:database|tracing)|seed)\//;
const SECTION = 'What reads more than one school';

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Finds files that open a transaction of the platform and are not told of in the section, and told ones that open none. */
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

/** The files in the first column of the section's table. */
function readTold(document: string): string[] {
  const [, section = ''] = new RegExp(`^## ${SECTION}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(document) ?? [];
  return [...section.matchAll(/^\| ([^|]*\.ts`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => `apps/server/src/${name}`),
  );
}
