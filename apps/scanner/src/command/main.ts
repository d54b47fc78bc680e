// Command `mfuko-scanner` of an installed machine, or of a checkout where SCANNER_STATE is set as for the service: it pairs tablets.
import { readControl } from '../config.ts';
import { runCommand } from '../lan/command.ts';

process.exitCode = await runCommand(process.argv.slice(2), readControl(), console.log);
