import { ConfigError } from './config.ts';
import { MigrationError } from './platform/database/migration-error.ts';
import { faultLine } from './platform/process/fault.ts';

/**
 * Runs a program of the command line, which answers its exit code. Where it could not even begin, as without its keys, it
 * says why and ends with 2: that is neither "in order" nor "something was touched".
 */
export async function runTool(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof MigrationError) && !isMistyped(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

/** An option that the program does not know, or a word too many: its message says which. */
function isMistyped(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

/** Has Ctrl-C wait: work that is broken off half-way leaves a database that somebody has to clear away. */
export function finishFirst(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void process.stderr.write('It cannot be broken off half-way; it ends by itself.\n'));
}

/** The same for a program whose work may fail with the rows of people in its hands: the error's own words stay out. */
export async function runQuietTool(main: () => Promise<number>): Promise<void> {
  await runTool(() =>
    main().catch((error: unknown) => {
      if (error instanceof ConfigError || error instanceof MigrationError || isMistyped(error)) throw error;
      process.stderr.write(`It failed: ${faultLine(error)}\n`);
      return 2;
    }),
  );
}
