import { parseArgs } from 'node:util';
import { inspectConfig } from './config.ts';
import { probe } from './doctor/probe.ts';
import { exitCodeOf, judge, linesOf } from './doctor/report.ts';
import { runTool } from './tool.ts';

/**
 * Looks at an installation and says what is wrong with it and how to mend it; it changes nothing. Exit code 0 where all is in order, 1 with
 * warnings, 2 with errors. `--json` for programs, `--settings FILE` for the file that the settings came from.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      settings: { type: 'string', default: '/etc/mfuko/mfuko.env' },
    },
  });
  const { config, refusals } = inspectConfig();
  const outcomes = judge(await probe(config, refusals, values.settings));
  const exitCode = exitCodeOf(outcomes);
  const text = values.json ? JSON.stringify({ exitCode, checks: outcomes }, null, 2) : linesOf(outcomes).join('\n');
  process.stdout.write(`${text}\n`);
  return exitCode;
}

await runTool(main);
