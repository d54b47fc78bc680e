// Server process that only holds the database: `node holder.testkit.ts DATA_DIR [alone]`. It prints the owner's URL and ends on
// SIGTERM.
import { startEmbeddedPostgres } from './start.ts';

const postgres = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: () => undefined,
  alone: process.argv[3] === 'alone',
});
process.stdout.write(`${postgres.ownerUrl}\n`);
const awake = setInterval(() => undefined, 60_000);
process.on('SIGTERM', async () => {
  await postgres.stop();
  clearInterval(awake);
});
