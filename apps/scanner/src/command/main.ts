// The command `mfuko-scanner` of an installed machine, and of a checkout where SCANNER_STATE is set as for the service: it pairs tablets.
import { runCommand } from '../lan/command.ts';
import { controlOf } from '../lan/settings.ts';

const INSTALLED = '/run/mfuko-scanner';

process.exitCode = await runCommand(
  process.argv.slice(2),
  controlOf(process.env, process.env.SCANNER_STATE ?? INSTALLED),
  console.log,
);
