import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { readIdentity } from './platform/backup/age-keys.ts';
import { commandLine } from './platform/process/command-line.ts';
import { importSchool } from './school-move/import-school.ts';
import { finishFirst, runQuietTool } from './tool.ts';

const USAGE = commandLine('school:import', 'FILE --identity KEYFILE');

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Imports a school from its file while the server runs. Exit code 2: nothing was imported. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { identity: { type: 'string' } }, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1 || values.identity === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const identity = readIdentity(values.identity);
  finishFirst();
  const opened = await bootstrap(readConfig(), () => undefined);
  try {
    const { name, verified, pins, people } = await importSchool(opened, file, [identity]);
    print(
      `${name} was imported and is open: ${verified.movements} movements and ${verified.sealed} sealed rows of its trail verified.`,
    );
    print(
      `To be set again: PINs of ${pins} students; passkeys, backup codes and devices that sign in of ${people} people; keys of programs. Register ` +
        'its payments again (Set Config), so that M-Pesa reports to this installation.',
    );
    return 0;
  } finally {
    await opened.close();
  }
}

await runQuietTool(main);
