import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { recipientsOf } from './platform/backup/age-keys.ts';
import { commandLine, usageOf } from './platform/process/command-line.ts';
import { SchoolMoveError } from './school-move/errors.ts';
import { exportSchool } from './school-move/export-school.ts';
import { findSchool } from './school-move/find-school.ts';
import { finishFirst, runQuietTool } from './tool.ts';

const USAGE = usageOf('school:export', [
  ['--school NAME --to FOLDER', 'writes a closed school to a file, encrypted to the key of the backups'],
  ['--school NAME --to FOLDER --recipient age1…', 'the same, encrypted to the key of the other installation'],
]);

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Exports a closed school to a file. Exit code 2: nothing was written. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { school: { type: 'string' }, to: { type: 'string' }, recipient: { type: 'string', multiple: true } },
  });
  if (values.school === undefined || values.to === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const config = readConfig();
  const recipients = recipientsOf({ dataDir: config.dataDir, given: values.recipient ?? config.backup.recipients });
  if (recipients.length === 0)
    throw new SchoolMoveError(`There is no key to encrypt to: --recipient, or ${commandLine('backup', '--make-key')}.`);
  finishFirst();
  const opened = await bootstrap(config, () => undefined);
  try {
    const school = await findSchool(opened.context.db, values.school);
    const { file, rows, ends } = await exportSchool(opened, school, { to: values.to, recipients });
    const filled = Object.entries(rows).filter(([, count]) => count > 0);
    print(
      `${school.name} is at ${file}: ${filled.reduce((sum, [, count]) => sum + count, 0)} rows of ${filled.length} tables.`,
    );
    print(
      `To be made again there: PINs of ${ends.pins} students (unless they were made there before), ${ends.passkeys} passkeys, keys of ` +
        `${ends.programs} programs, backup and recovery codes. Fingers, authenticators and passwords go on.`,
    );
    return 0;
  } finally {
    await opened.close();
  }
}

await runQuietTool(main);
