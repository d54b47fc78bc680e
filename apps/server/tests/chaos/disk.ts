/**
 * `npm run chaos:disk`: the real server on a disk of its own that fills up, twice, while money goes in. Needs root, for mounting. Ends with 1
 * where the server ended, said something else than 507 or 503, or lost or doubled a deposit.
 */
import { fillDisk } from './fill-disk.ts';

const { answers, acknowledged, problems } = await fillDisk();
process.stdout.write(`answers ${JSON.stringify(answers)}\n`);
process.stdout.write(`acknowledged ${acknowledged}, each there once: ${problems.length === 0}\n`);
for (const problem of problems) process.stdout.write(`  ${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
