/**
 * `npm run chaos:disk`: runs the real server on a separate disk that fills up, twice, during deposits. Needs root for mounting. Exits
 * with 1 if the server ended, answered anything but 507 or 503 as a failure, or lost or doubled a deposit.
 */
import { fillDisk } from './fill-disk.ts';

const { answers, acknowledged, problems } = await fillDisk();
process.stdout.write(`answers ${JSON.stringify(answers)}\n`);
process.stdout.write(`acknowledged ${acknowledged}, each there once: ${problems.length === 0}\n`);
for (const problem of problems) process.stdout.write(`  ${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
