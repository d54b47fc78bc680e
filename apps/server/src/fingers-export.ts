import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { usageOf } from './platform/process/command-line.ts';
import { exportFingers } from './school-move/export-fingers.ts';
import { findSchool } from './school-move/find-school.ts';
import { sayExported } from './school-move/say-exported.ts';
import { finishFirst, runQuietTool } from './tool.ts';

const USAGE = usageOf('fingers:export', [
  [
    '--school NAME --to FOLDER',
    'writes the enrolled fingers of a school as records of ISO/IEC 19794-2:2005, in clear, into a folder that it makes',
  ],
  ['--school NAME --to FOLDER --standard ansi', 'the same as records of ANSI INCITS 378-2004'],
]);

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Exports a school's fingerprints. Exit codes: 1 some impressions were left out; 2 nothing was written. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { school: { type: 'string' }, to: { type: 'string' }, standard: { type: 'string', default: 'iso' } },
  });
  const { school: asked, to, standard } = values;
  if (asked === undefined || to === undefined || (standard !== 'iso' && standard !== 'ansi')) {
    if (standard !== 'iso' && standard !== 'ansi')
      process.stderr.write(`There is no standard ${standard}: it is iso or ansi.\n`);
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  finishFirst();
  const { context, close } = await bootstrap(readConfig(), () => undefined);
  try {
    const school = await findSchool(context.db, asked);
    const exported = await exportFingers(context, school, { to, standard });
    for (const line of sayExported(school, to, exported)) print(line);
    return exported.left > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

await runQuietTool(main);
