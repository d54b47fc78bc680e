import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { commandLine } from './platform/process/command-line.ts';
import { findSchool } from './school-move/find-school.ts';
import { removeSchool } from './school-move/remove-school.ts';
import { finishFirst, runQuietTool } from './tool.ts';

const USAGE = commandLine('school:remove', '--school NAME --yes');

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Removes a closed school permanently, after it was imported elsewhere. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { school: { type: 'string' }, yes: { type: 'boolean', default: false } } });
  if (values.school === undefined || !values.yes) {
    process.stderr.write(
      `${USAGE}\nEvery row of a closed school is deleted, and only a backup has it then. First check that the school is complete at its new place.\n`,
    );
    return 2;
  }
  finishFirst();
  const opened = await bootstrap(readConfig(), () => undefined);
  try {
    const school = await findSchool(opened.context.db, values.school);
    await removeSchool(opened, school);
    print(`${school.name} was removed.`);
    return 0;
  } finally {
    await opened.close();
  }
}

await runQuietTool(main);
