import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { verifyBooks, wordsOf } from './features/books/index.ts';
import { runTool } from './tool.ts';

interface School {
  readonly id: string;
  readonly name: string;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Verifies the books of schools. `--school NAME` (short name or id), repeatable; `--all` or no option selects every school. Exit code 1
 * where a problem was found.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { school: { type: 'string', multiple: true }, all: { type: 'boolean', default: false } },
  });
  const config = readConfig();
  const { context, close } = await bootstrap(config, () => undefined);
  try {
    const schools = await context.db.readPlatform((tx) =>
      tx.rows<School>('SELECT id, short_name AS name FROM schools ORDER BY created_at, id'),
    );
    const asked = values.all ? [] : (values.school ?? []);
    const unknown = asked.filter((name) => !schools.some((school) => isNamed(school, name)));
    for (const name of unknown) print(`There is no school ${name}.`);
    if (unknown.length > 0) return 2;
    const chosen = schools.filter((school) => asked.length === 0 || asked.some((name) => isNamed(school, name)));
    let wrong = 0;
    for (const school of chosen) {
      const began = performance.now();
      const { movements: entries, postings, days, findings } = await verifyBooks(context, school.id);
      for (const finding of findings) print(`${school.name} (${school.id}): ${wordsOf(finding)}`);
      const looked = `${entries} movements, ${postings} legs, ${days} closed days in ${((performance.now() - began) / 1000).toFixed(1)} s`;
      print(`${school.name}: ${looked}: ${findings.length === 0 ? 'in order' : `${findings.length} found`}.`);
      wrong += findings.length;
    }
    return wrong === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

function isNamed({ id, name }: School, asked: string): boolean {
  return id === asked.toLowerCase() || name === asked;
}

await runTool(main);
