import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { openSchool } from './features/schools/index.ts';
import { commandLine, usageOf } from './platform/process/command-line.ts';
import { closeAndSettle } from './school-move/close.ts';
import { findSchool } from './school-move/find-school.ts';
import { refuseWaitingDevices } from './school-move/waiting.ts';
import { runQuietTool } from './tool.ts';

const USAGE = usageOf('school:close', [
  [
    '--school NAME',
    'closes a school that moves: nothing is recorded there from then on; refused while events wait on its devices',
  ],
  ['--school NAME --leave-behind', 'closes it although events wait on its devices, which nobody can take then'],
  ['--school NAME --undo', 'opens it again, as it was'],
]);

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Closes a school that moves away, or reopens it, while the server runs. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      school: { type: 'string' },
      undo: { type: 'boolean', default: false },
      'leave-behind': { type: 'boolean', default: false },
    },
  });
  if (values.school === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { context, ownerUrl, close } = await bootstrap(readConfig(), () => undefined);
  try {
    const school = await findSchool(context.db, values.school);
    if (values.undo) {
      const opened = await context.db.inSchool(school.id, (tx) => openSchool(tx, { tool: 'school:close' }));
      print(opened ? `${school.name} is open again.` : `${school.name} was not closed.`);
      return opened ? 0 : 1;
    }
    if (!values['leave-behind']) await refuseWaitingDevices(context.db, school);
    await closeAndSettle({ db: context.db, ownerUrl }, school);
    print(
      `${school.name} is closed, and everything under way has ended. To export it: ${commandLine('school:export', `--school ${school.id}`)}`,
    );
    return 0;
  } finally {
    await close();
  }
}

await runQuietTool(main);
