import { parseArgs } from 'node:util';
import { inspectConfig } from './config.ts';
import { probe } from './doctor/probe.ts';
import { exitCodeOf, judge, linesOf } from './doctor/report.ts';
import { runTool } from './tool.ts';

/**
 * Checks an installation and reports each problem with its remedy; changes nothing. Exit codes: 0 all in order, 1 warnings, 2 errors.
 * `--json` is for programs, `--settings FILE` names the file that the settings came from.
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
