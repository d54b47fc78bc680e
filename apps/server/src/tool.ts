import { ConfigError } from './config.ts';
import { MigrationError } from './platform/database/migration-error.ts';
import { UnreachableError } from './platform/database/unreachable.ts';
import { faultLine } from './platform/process/fault.ts';

/**
 * Runs a command-line program and sets its exit code. An error before the program could begin, such as missing keys, is printed and
 * gives exit code 2, which means neither "in order" nor "problem found".
 */
export async function runTool(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!isTold(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

/** Returns true for an error whose message says what the operator has to do, and contains no personal data. */
function isTold(error: unknown): error is Error {
  return [ConfigError, MigrationError, UnreachableError].some((kind) => error instanceof kind) || isMistyped(error);
}

/** Returns true for an unknown option or a superfluous argument; the error's message names it. */
function isMistyped(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

/** Ignores Ctrl-C: an interruption halfway would leave a database that somebody has to clean up. */
export function finishFirst(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void process.stderr.write('It cannot be interrupted; it ends by itself.\n'));
}

/** Runs a program that handles personal data: of an unexpected error only class, code and stack are printed, never its message. */
export async function runQuietTool(main: () => Promise<number>): Promise<void> {
  await runTool(() =>
    main().catch((error: unknown) => {
      if (isTold(error)) throw error;
      process.stderr.write(`It failed: ${faultLine(error)}\n`);
      return 2;
    }),
  );
}
