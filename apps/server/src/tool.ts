import { ConfigError } from './config.ts';
import { MigrationError } from './platform/database/migration-error.ts';

/**
 * Runs a program of the command line, which answers its exit code. Where it could not even begin, as without its keys, it
 * says why and ends with 2: that is neither "in order" nor "something was touched".
 */
export async function runTool(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof MigrationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
